// Selects a heat map of the page, sorts it, hides rows and columns, and computes the
// average of the visible ones.
function buildHeat(changed) {
  const box = document.getElementById("heat-select");
  if (!box) return;
  const restore = document.getElementById("heat-rows");
  if (state.heat === null || !box.options[state.heat]) {
    state.heat = null;
    for (const o of box.options) if (o.defaultSelected) box.value = o.value;
  } else {
    box.value = state.heat;
  }
  const maps = [...document.querySelectorAll(".heatmap")];
  const show = () => {
    for (const map of maps) {
      map.hidden = map.dataset.heat !== box.value;
      if (!map.hidden) arrange(map);
    }
    restore.hidden = state.rows.size === 0;
    restore.textContent = "Show " + count(state.rows.size) + (state.rows.size === 1 ? " hidden row" : " hidden rows");
    box.closest("label").hidden = box.options.length < 2;
    box.closest(".heat-controls").hidden = box.options.length < 2 && restore.hidden;
  };
  const act = () => { show(); changed(); };
  box.onchange = () => { state.heat = box.options[box.selectedIndex].defaultSelected ? null : box.value; act(); };
  restore.onclick = () => { state.rows.clear(); act(); };
  for (const map of maps) {
    for (const button of map.querySelectorAll("thead button")) {
      button.onclick = () => {
        const name = button.dataset.sort;
        state.sort = state.sort === name ? "-" + name : state.sort === "-" + name ? "" : name;
        act();
      };
    }
    for (const button of map.querySelectorAll("tbody .hide")) {
      button.hidden = false;
      button.onclick = () => { state.rows.add(button.closest("tr").dataset.row); act(); };
    }
  }
  show();
}

const ratioOf = (cell) => cell && cell.dataset.ratio ? Number(cell.dataset.ratio) : NaN;
const cellOf = (row, impl) => row.querySelector(`td[data-impl="${impl}"]`);

// Hides, sorts and averages the rows of a map.
function arrange(map) {
  for (const cell of map.querySelectorAll("[data-impl]")) cell.hidden = state.off.has(Number(cell.dataset.impl));
  const heads = [...map.querySelectorAll("thead th[data-impl]")].filter((h) => !h.hidden);
  for (const group of map.querySelectorAll(".roles th")) {
    const n = heads.filter((h) => data.impls[h.dataset.impl].role === Number(group.dataset.role)).length;
    group.hidden = n === 0;
    group.colSpan = Math.max(1, n);
  }
  const body = map.querySelector("tbody"), down = state.sort.startsWith("-"), by = state.sort.replace(/^-/, "");
  const rows = [...body.rows];
  rows.forEach((row, i) => { row.dataset.at = row.dataset.at || String(i); row.hidden = state.rows.has(row.dataset.row); });
  const impl = data.impls.findIndex((x) => x.name === by);
  const key = (row) => by === "scenario" ? row.dataset.row : impl >= 0 ? ratioOf(cellOf(row, impl)) : Number(row.dataset.at);
  rows.sort((a, b) => {
    const x = key(a), y = key(b);
    if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
    return (down ? -1 : 1) * (typeof x === "string" ? x.localeCompare(y) : x - y);
  });
  body.append(...rows);
  for (const head of map.querySelectorAll("thead th[aria-sort]")) {
    const name = head.querySelector("button").dataset.sort;
    head.setAttribute("aria-sort", name !== by ? "none" : down ? "descending" : "ascending");
  }
  average(map, heads, rows.filter((row) => !row.hidden));
}

// The geometric mean of each ranked column, relative to the best of its role, as in the headline:
// over the rows of speeds, if there are any, that are common to the role. If none are, the column
// with the fewest numbers is dropped.
function average(map, heads, rows) {
  const foot = map.querySelector("tfoot");
  foot.hidden = true;
  const speeds = rows.filter((row) => row.dataset.speed), counted = speeds.length ? speeds : rows;
  const ratio = (row, i) => ratioOf(cellOf(row, i));
  for (const role of new Set(heads.map((h) => data.impls[h.dataset.impl].role))) {
    const columns = heads.map((h) => h.dataset.impl).filter((i) => data.impls[i].role === role && !data.impls[i].wrong);
    const numbers = (i) => counted.filter((row) => ratio(row, i) > 0).length;
    const measured = columns.filter(numbers).sort((a, b) => numbers(b) - numbers(a) || a - b);
    const shared = () => counted.filter((row) => measured.every((i) => ratio(row, i) > 0));
    let common = shared();
    while (!common.length && measured.length) {
      measured.pop();
      common = shared();
    }
    const mean = (i) => Math.exp(common.reduce((sum, row) => sum + Math.log(ratio(row, i)), 0) / common.length);
    const best = Math.min(...measured.map(mean));
    for (const i of columns) {
      const cell = cellOf(foot.rows[0], i);
      cell.className = "none";
      cell.textContent = "–";
      cell.title = `${common.length} of ${counted.length} rows are common to all`;
      if (!measured.includes(i)) continue;
      const relative = mean(i) / best, step = data.heatLimits.findIndex((limit) => relative < limit);
      cell.className = "r" + role + " h" + (step < 0 ? data.heatLimits.length : step);
      cell.textContent = ratioText(relative);
      foot.hidden = false;
    }
  }
}
