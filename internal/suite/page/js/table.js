// One table for each scenario: sorts by its headings, filters by words.
const mostRows = 200;

function tableColumns(scenario, unit) {
  const name = unit >= 0 ? data.units[unit].unit : "";
  const get = (c) => unit >= 0 ? valueIn(c, unit) : undefined;
  const any = (f) => scenario.cases.some(f) || scenario.without.some(f);
  const columns = [];
  const add = (key, title, number, sortBy, show, optional) => columns.push({ key, title, number, sortBy, show, optional });
  if (data.impls.length > 1 || data.impls[0].label) add("impl", "Implementation", false, (c) => data.impls[c.i].label, implCell);
  if (data.settings.length > 1) add("setting", "Profile", false, (c) => c.s, (c) => make("bdi", {}, data.settings[c.s]), true);
  scenario.axes.forEach((axis, j) => {
    if (any((c) => c.at[j] !== null)) {
      add("axis" + j, capital(axis.title), true, (c) => c.at[j] ?? -1, (c) => c.at[j] === null ? "" : count(c.at[j]), j !== scenario.along);
    }
  });
  if (any((c) => c.o)) add("options", "Options", false, (c) => c.o, (c) => make("bdi", {}, c.o), true);
  add("value", name || "Value", true, (c) => get(c) ? get(c)[median] : null, (c) => get(c) ? make("span", {}, format(get(c)[median], name), noteLink(c)) : "");
  if (any((c) => get(c) && get(c)[low] !== null)) add("precision", "95% interval", true, (c) => get(c) && get(c)[low] !== null && get(c)[median] ? precisionOf(get(c)) : null,
    (c) => { const v = get(c); return v ? make("span", { title: intervalText(v, name) }, precisionText(v)) : ""; }, true);
  add("samples", "Samples", true, (c) => get(c) ? get(c)[samples] : null, (c) => get(c) ? count(get(c)[samples]) : "", true);
  if (unit === scenario.unit && any((c) => spreads(c))) add("spread", "Distribution", true, (c) => spreads(c) ? middleHalf(c) : null, (c) => spreads(c) ? stripCell(scenario, c) : "", true);
  if (any((c) => c.r !== undefined)) {
    add("ratio", "vs best", true, (c) => c.r ?? null, (c) => c.r === undefined ? "" : (c.t ? "≈ " : "") + ratioText(c.r) + (c.u ? " ?" : ""));
  }
  if (data.hasBaseline) add("change", "Change", true, (c) => c.d ? c.d.r : null, changeCell);
  return columns;
}

function implCell(c) {
  const impl = data.impls[c.i];
  return make("span", { class: "impl", title: impl.name + (impl.edition ? " " + impl.edition : "") }, swatch(impl, "span"), make("bdi", {}, impl.label || "(none)"));
}

// A link to the note on the case.
const noteLink = (c) => c.n ? make("sup", {}, make("a", { href: "#note-" + c.n }, String(c.n))) : "";

function stateCell(c) {
  return make("span", { class: "state " + c.state, title: c.reason }, c.state + ": ", make("bdi", {}, c.reason.slice(0, 200)));
}

function changeCell(c) {
  if (!c.d) return "no baseline";
  const cls = c.d.status === "regression" ? "bad" : c.d.status === "improved" ? "good" : "";
  return make("span", { class: cls, title: percentText(c.d.lo) + " to " + percentText(c.d.hi) + ", " + c.d.verdict }, percentText(c.d.r));
}

// Rows: cases, and those without a number.
function tableRows(scenario) {
  return scenario.cases.concat(scenario.without).filter((c) => chosen(scenario, c));
}

function drawTable(box, scenario, unit, all) {
  const columns = tableColumns(scenario, unit), t = tableState(scenario.name);
  const words = t.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = (c) => [data.impls[c.i].name, data.settings[c.s], c.o, ...scenario.axes.map((axis, j) => c.at[j] === null ? "" : axis.name + "=" + c.at[j] + " " + axisText(axis, c.at[j])), c.state || "", c.t ? "tied" : "", c.b ? "best" : "",
    c.d ? c.d.verdict : ""].join(" ").toLowerCase();
  let rows = tableRows(scenario).filter((c) => { const text = textOf(c); return words.every((w) => text.includes(w)); });
  const by = columns.find((c) => c.key === t.sort);
  if (by) rows = sortRows(rows, by, t.down);
  const head = make("tr", {}, ...columns.map((column) => {
    const sorted = column.key === t.sort ? (t.down ? "descending" : "ascending") : "none";
    const button = make("button", { type: "button", on: { click: () => {
      t.down = t.sort === column.key && !t.down;
      t.sort = column.key;
      writeHash();
      drawTable(box, scenario, unit, all);
      box.querySelector(`th[data-column="${column.key}"] button`).focus();
    } } }, column.title);
    return make("th", { scope: "col", "aria-sort": sorted, "data-column": column.key, class: classOf(column) }, button);
  }));
  const shown = all ? rows : rows.slice(0, mostRows);
  const strips = columns.some((column) => column.key === "spread");
  const body = shown.flatMap((c) => {
    const row = make("tr", {}, ...cellsOf(c, columns));
    return c.opened && strips ? [row, openedRow(scenario, c, columns.length)] : [row];
  });
  const parts = [make("div", { class: "wide" }, make("table", { class: "cases" }, make("thead", {}, head), make("tbody", {}, ...body)))];
  if (shown.length < rows.length) {
    parts.push(make("p", {}, make("button", { type: "button", on: { click: () => drawTable(box, scenario, unit, true) } }, "Show all " + count(rows.length) + " rows")));
  }
  if (!rows.length) parts.push(make("p", { class: "empty" }, "No row fits."));
  box.replaceChildren(...parts);
}

// A case without a number has its reason instead.
function cellsOf(c, columns) {
  const value = columns.findIndex((column) => column.key === "value");
  const cells = columns.slice(0, c.state ? value : columns.length).map((column) => make("td", { class: classOf(column) }, column.show(c)));
  if (c.state) cells.push(make("td", { class: "reason", colspan: columns.length - value }, stateCell(c)));
  return cells;
}

const classOf = (column) => (column.number ? "num " : "") + (column.optional ? "optional" : "");

// Rows without a value come last in both directions.
function sortRows(rows, by, down) {
  const direction = down ? -1 : 1;
  return rows.map((c) => [by.sortBy(c), c]).sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);
    return direction * (typeof a === "string" ? a.localeCompare(b) : a - b);
  }).map(([, c]) => c);
}
