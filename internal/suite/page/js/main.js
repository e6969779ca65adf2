// Builds the page and updates it.
const views = []; // one for each scenario

function buildScenario(scenario, at) {
  const id = "scenario-" + at;
  const note = make("p", { class: "empty" });
  const box = make("div", { class: "chart", role: "img", "aria-label": scenario.name + ": chart" });
  const table = make("div");
  const filter = make("input", { type: "search", placeholder: "Filter: dense 100,000", "aria-label": "Filter the table of " + scenario.name });
  filter.addEventListener("input", () => { tableState(scenario.name).filter = filter.value; writeHash(); view.drawTable(); });
  const fold = make("details", { class: "fold" }, make("summary", {}, "Table"), make("div", { class: "tablebar" }, filter), table);
  const section = make("section", { id, class: "scenario" }, make("h3", {}, make("bdi", {}, scenario.name)),
    box, note, fold);
  fold.addEventListener("toggle", () => view.drawTable());
  const view = {
    section, chart: null, near: false, stale: true,
    drawTable: () => { if (fold.open) drawTable(table, scenario, unitOf(scenario), false); },
    drawChart: () => {
      view.stale = false;
      const unit = unitOf(scenario), lines = unit < 0 ? [] : chartLines(scenario, unit, state.scale === "log");
      const empty = chartEmpty(scenario, unit, lines);
      note.textContent = empty || (lines.length > mostLines ? `The chart shows ${mostLines} of ${lines.length} lines: choose fewer above.` : "");
      note.hidden = !note.textContent;
      box.hidden = Boolean(empty);
      if (empty) return;
      view.chart = view.chart || newChart(box);
      drawChart(view.chart, scenario, unit, lines, box.clientWidth < 560);
    },
    draw: () => {
      const t = tableState(scenario.name);
      filter.value = t.filter;
      if (t.filter || t.sort) fold.open = true; // a link to a table shows it
      view.drawTable();
    },
  };
  return view;
}

// Adds a scroll hint to elements wider than the screen.
const hints = new ResizeObserver((entries) => { for (const e of entries) hint(e.target); });

function hint(wide) {
  const hidden = wide.scrollWidth - wide.clientWidth > 2;
  let text = wide.previousElementSibling;
  if (!text || !text.classList.contains("hint")) {
    if (!hidden) return;
    text = make("p", { class: "hint" });
    wide.before(text);
  }
  text.hidden = !hidden;
  wide.classList.toggle("more", hidden);
  const heads = [...wide.querySelectorAll("thead tr:last-child th")];
  const out = heads.filter((h) => h.offsetLeft + h.offsetWidth > wide.clientWidth + 2).length;
  text.textContent = `${out} of ${heads.length - 1} columns ${out === 1 ? "is" : "are"} to the right: scroll sideways →`;
}

// Charts are drawn when they come near the screen: there may be hundreds. All tables
// are drawn before the first chart measures its width.
function drawCharts(of) { for (const v of views) if (v.stale && of(v)) v.drawChart(); }
function redrawCharts(of) { for (const v of views) v.stale = true; drawCharts(of); }
function drawAll() { for (const v of views) v.draw(); redrawCharts((v) => v.near); }
function changed() { writeHash(); drawAll(); buildHeat(writeHash); }
function rescaled() { writeHash(); redrawCharts((v) => v.near); } // tables have no scale
function rebuild() { buildControls(changed, rescaled); buildHeat(writeHash); buildHistory(); drawFlames(); drawAll(); }

function start() {
  readHash();
  const list = document.getElementById("scenario-list");
  const watcher = new IntersectionObserver((entries) => {
    for (const e of entries) views.find((v) => v.section === e.target).near = e.isIntersecting;
    drawCharts((v) => v.near);
  }, { rootMargin: "400px" });
  data.scenarios.forEach((s, i) => {
    const view = buildScenario(s, i);
    views.push(view);
    list.append(view.section);
    watcher.observe(view.section);
  });
  if (!views.length) list.append(make("p", { class: "empty" }, "There is no scenario to show."));
  rebuild();
  buildDownloads();
  for (const wide of document.querySelectorAll(".wide.heatmap, #changes .wide, #why .wide")) hints.observe(wide);
  addEventListener("hashchange", () => { if (readHash()) rebuild(); });
  darkScheme.addEventListener("change", rebuild);
  let waiting = 0;
  addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(() => { redrawCharts((v) => v.near || v.chart); drawHistory(); drawFlames(); }, 150); });
  addEventListener("beforeprint", () => drawCharts(() => true));
  onPaper.addEventListener("change", () => { rebuild(); drawCharts(() => onPaper.matches); });
}

start();
