// What the reader has chosen. It lives in the hash of the URL, so that a view
// can be shared: #metric=ns%2Fentity&scale=linear&impl=dense,paged
const anySetting = "all", anyComponents = "all";
const state = defaults();

function defaults() {
  const components = componentsOffered();
  return {
    setting: data.settings.length > 1 ? "0" : anySetting,
    comps: components.length > 1 ? (components.includes("2") ? "2" : components[0]) : anyComponents,
    metric: "main",
    scale: "log",
    off: new Set(data.impls.map((impl, i) => impl.role === NULL_ROLE ? i : -1).filter((i) => i >= 0)),
    heat: null,
    tables: new Map(), // by scenario: {sort, down, filter}
    history: null,
  };
}

function componentsOffered() {
  const found = new Set();
  for (const s of data.scenarios) for (const c of s.cases) if (c.c) found.add(c.c);
  return [...found].sort((a, b) => a - b || (a < b ? -1 : 1));
}

// Is the case chosen by setting, components and implementation?
function chosen(c) {
  return (state.setting === anySetting || c.s < 0 || String(c.s) === state.setting)
    && (state.comps === anyComponents || !c.c || c.c === state.comps)
    && !state.off.has(c.i);
}

function tableState(scenario) {
  if (!state.tables.has(scenario)) state.tables.set(scenario, { sort: "", down: false, filter: "" });
  return state.tables.get(scenario);
}

function writeHash() {
  const fresh = defaults();
  const p = new URLSearchParams();
  for (const key of ["setting", "comps", "metric", "scale", "heat", "history"]) {
    if (state[key] !== fresh[key] && state[key] !== null) p.set(key, state[key]);
  }
  const off = [...state.off].sort((a, b) => a - b).map((i) => data.impls[i].name);
  const usual = [...fresh.off].sort((a, b) => a - b).map((i) => data.impls[i].name);
  if (JSON.stringify(off) !== JSON.stringify(usual)) p.set("off", JSON.stringify(off));
  for (const [scenario, t] of state.tables) {
    if (t.sort) p.set("sort." + scenario, (t.down ? "-" : "") + t.sort);
    if (t.filter) p.set("filter." + scenario, t.filter);
  }
  const text = p.toString();
  history.replaceState(null, "", text ? "#" + text : location.pathname + location.search);
}

// Reads the hash. What it says that is not on offer is ignored: links outlive
// the reports they were made for.
function readHash() {
  const text = location.hash.slice(1);
  if (!text.includes("=")) return false; // a link to a section
  Object.assign(state, defaults());
  const p = new URLSearchParams(text);
  const take = (key, offered) => { if (offered.includes(p.get(key))) state[key] = p.get(key); };
  take("setting", [anySetting, ...data.settings.map((_, i) => String(i))]);
  take("comps", [anyComponents, ...componentsOffered()]);
  take("metric", ["main", ...data.units.map((u) => u.unit)]);
  take("scale", ["log", "linear"]);
  if (/^\d+$/.test(p.get("heat") || "")) state.heat = p.get("heat");
  if (p.has("history")) state.history = p.get("history");
  if (p.has("off")) {
    let names = [];
    try { names = JSON.parse(p.get("off")); } catch (e) { /* not ours */ }
    if (Array.isArray(names)) state.off = new Set(data.impls.flatMap((impl, i) => names.includes(impl.name) ? [i] : []));
  }
  for (const s of data.scenarios) {
    const sort = p.get("sort." + s.name), filter = p.get("filter." + s.name);
    const t = tableState(s.name);
    if (sort) { t.down = sort.startsWith("-"); t.sort = sort.replace(/^-/, ""); }
    if (filter) t.filter = filter;
  }
  return true;
}
