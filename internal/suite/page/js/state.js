// The reader's choices. They are in the hash of the URL, so that a view can be shared:
// #metric=ns%2Fentity&scale=linear&impl=dense,paged
const anySetting = "all", anywhere = "all";
const state = defaults();

function defaults() {
  return {
    setting: data.settings.length > 1 ? "0" : anySetting,
    at: Object.fromEntries(axesOffered().map((a) => [a.name, String(a.values[Math.floor(a.values.length / 2)])])),
    metric: "main",
    scale: "log",
    off: new Set(data.impls.map((impl, i) => impl.shown ? -1 : i).filter((i) => i >= 0)),
    heat: null,
    sort: "", // of the heat map: the name of a column, with "-" for descending
    rows: new Set(), // hidden rows of the heat map
    tables: new Map(), // by scenario: {sort, down, filter}
    history: null,
  };
}

// The axes to choose on: those with several values, except the one of the chart.
function axesOffered() {
  const found = new Map();
  for (const s of data.scenarios) {
    s.axes.forEach((axis, j) => {
      if (j === s.along || s.offered[j].size < 2) return;
      if (!found.has(axis.name)) found.set(axis.name, { ...axis, values: new Set() });
      for (const v of s.offered[j]) found.get(axis.name).values.add(v);
    });
  }
  return [...found.values()].map((a) => ({ ...a, values: [...a.values].sort((x, y) => x - y) }));
}

// Is the case chosen by setting, places on the axes and implementation?
function chosen(scenario, c) {
  return (state.setting === anySetting || String(c.s) === state.setting)
    && scenario.axes.every((axis, j) => {
      const at = state.at[axis.name];
      return j === scenario.along || scenario.offered[j].size < 2 || at === undefined || at === anywhere || c.at[j] === null || String(c.at[j]) === at;
    })
    && !state.off.has(c.i);
}

function tableState(scenario) {
  if (!state.tables.has(scenario)) state.tables.set(scenario, { sort: "", down: false, filter: "" });
  return state.tables.get(scenario);
}

function writeHash() {
  const fresh = defaults();
  const p = new URLSearchParams();
  for (const key of ["setting", "metric", "scale", "heat", "sort", "history"]) {
    if (state[key] !== fresh[key] && state[key] !== null) p.set(key, state[key]);
  }
  for (const name in state.at) if (state.at[name] !== fresh.at[name]) p.set("at." + name, state.at[name]);
  const off = [...state.off].sort((a, b) => a - b).map((i) => data.impls[i].name);
  const usual = [...fresh.off].sort((a, b) => a - b).map((i) => data.impls[i].name);
  if (JSON.stringify(off) !== JSON.stringify(usual)) p.set("off", JSON.stringify(off));
  if (state.rows.size) p.set("rows", JSON.stringify([...state.rows].sort()));
  for (const [scenario, t] of state.tables) {
    if (t.sort) p.set("sort." + scenario, (t.down ? "-" : "") + t.sort);
    if (t.filter) p.set("filter." + scenario, t.filter);
  }
  const text = p.toString();
  history.replaceState(null, "", text ? "#" + text : location.pathname + location.search);
}

// A list in a hash, or null.
function listIn(text) {
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch (e) {
    return null; // edited by hand
  }
}

// Reads the hash. Unknown choices are ignored, because links outlive their reports.
function readHash() {
  const text = location.hash.slice(1);
  if (!text.includes("=")) return false; // a link to a section
  Object.assign(state, defaults());
  const p = new URLSearchParams(text);
  const take = (key, offered) => { if (offered.includes(p.get(key))) state[key] = p.get(key); };
  take("setting", [anySetting, ...data.settings.map((_, i) => String(i))]);
  for (const a of axesOffered()) {
    const at = p.get("at." + a.name);
    if ([anywhere, ...a.values.map(String)].includes(at)) state.at[a.name] = at;
  }
  take("metric", ["main", ...data.units.map((u) => u.unit)]);
  take("scale", ["log", "linear"]);
  if (/^\d+$/.test(p.get("heat") || "")) state.heat = p.get("heat");
  if (p.has("history")) state.history = p.get("history");
  take("sort", ["scenario", ...data.impls.map((impl) => impl.name)].flatMap((name) => [name, "-" + name]));
  const names = listIn(p.get("off")), rows = listIn(p.get("rows"));
  if (names) state.off = new Set(data.impls.flatMap((impl, i) => names.includes(impl.name) ? [i] : []));
  if (rows) state.rows = new Set(rows.map(String));
  for (const s of data.scenarios) {
    const sort = p.get("sort." + s.name), filter = p.get("filter." + s.name);
    const t = tableState(s.name);
    if (sort) { t.down = sort.startsWith("-"); t.sort = sort.replace(/^-/, ""); }
    if (filter) t.filter = filter;
  }
  return true;
}
