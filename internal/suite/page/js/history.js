// The history section: a table of cases, those with steps first, and the chart
// of the one chosen.
const mostHistoryRows = 100;
let historyChart = null;

function buildHistory() {
  if (!data.history) return;
  drawHistoryTable(false);
  drawHistory();
}

function drawHistoryTable(all) {
  const list = data.history.series, shown = all ? list : list.slice(0, mostHistoryRows);
  const current = chosenSeries();
  const rows = shown.map((s) => {
    const last = s.p[s.p.length - 1], step = s.steps[s.steps.length - 1];
    const at = step && data.history.commits[s.p[step.at][0]];
    const pick = () => { state.history = s.name; writeHash(); drawHistoryTable(all); drawHistory(); };
    return make("tr", { "data-key": s.name, class: s === current ? "chosen" : "", on: { click: pick } },
      make("td", {}, make("button", { type: "button", class: "plain", "aria-pressed": String(s === current) }, make("bdi", {}, s.name))),
      make("td", { class: "num" }, format(last[2], s.unit)),
      make("td", { class: "num" }, String(s.steps.length)),
      make("td", { class: "num " + (step ? (step.ratio > 1 ? "bad" : "good") : "") }, step ? percentText(step.ratio) : ""),
      make("td", {}, at ? make("bdi", {}, at.label + (at.date ? ", " + at.date : "")) : ""),
      make("td", {}, ...(step ? reasons(step) : [])));
  });
  const head = ["Case", "Newest", "Steps", "Latest step", "At", "Cause"].map((t, i) => make("th", { scope: "col", class: i > 0 && i < 4 ? "num" : "" }, t));
  const parts = [make("div", { class: "wide" }, make("table", { class: "cases" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)))];
  if (shown.length < list.length) {
    parts.push(make("p", {}, make("button", { type: "button", on: { click: () => drawHistoryTable(true) } }, "Show all " + count(list.length) + " cases")));
  }
  if (data.history.left) parts.push(make("p", { class: "empty" }, count(data.history.left) + " more cases are left out to keep the page small; ecsbench history prints them."));
  document.getElementById("history-table").replaceChildren(...parts);
}

// reasons lists the causes of a step, and its notes.
const reasons = (step) => [
  ...(step.causes || []).map((c) => make("div", {}, make("bdi", {}, c))),
  ...(step.notes || []).map((n) => make("small", {}, make("bdi", {}, n)))];

const chosenSeries = () => data.history.series.find((s) => s.name === state.history) || data.history.series[0];

function drawHistory() {
  if (!data.history) return;
  const s = chosenSeries(), box = document.getElementById("history-chart"), text = chartText();
  if (!s) { box.hidden = true; return; }
  historyChart = historyChart || newChart(box);
  fit(historyChart);
  const color = s.i >= 0 ? colorOf(data.impls[s.i]) : cssColor("--link");
  const commits = data.history.commits, unit = s.unit;
  const machines = [...new Set(s.p.map((p) => p[1]))];
  const series = machines.map((m, k) => ({
    name: data.history.machines[m], type: "line", symbol: symbols[k % symbols.length], symbolSize: 7, color, z: 2,
    lineStyle: { type: dashes[k % dashes.length], width: 1.5 },
    data: s.p.filter((p) => p[1] === m).map((p) => [p[0], p[2]]),
  }));
  if (series.length) {
    // Steps, and changes of the machine.
    const lines = s.steps.map(({ at, ratio }) => ({ xAxis: s.p[at][0], label: { formatter: percentText(ratio), color: ratio > 1 ? cssColor("--bad") : cssColor("--good") },
      lineStyle: { color: ratio > 1 ? cssColor("--bad") : cssColor("--good"), type: "solid" } }));
    for (let i = 1; i < s.p.length; i++) {
      if (s.p[i][1] !== s.p[i - 1][1] && s.p[i][0] !== s.p[i - 1][0]) {
        lines.push({ xAxis: s.p[i][0], label: { formatter: "machine", color: text.soft, position: "start", distance: 20 }, lineStyle: { color: text.soft, type: "dotted" } });
      }
    }
    series[0].markLine = { silent: true, symbol: "none", data: lines };
  }
  const title = wrapped(s.name, box.clientWidth - 40);
  const legend = (machine) => wrapped(machine, box.clientWidth - 130);
  const below = lineHeight * (Math.max(...machines.map((m) => legend(data.history.machines[m]).length)) - 1);
  const items = s.p.filter((p) => p[3] !== null).map((p) => [p[0], p[2], p[3], p[4], color]);
  series.push(intervalSeries(items, false));
  historyChart.setOption({
    backgroundColor: "transparent", animation: false,
    aria: { enabled: true, label: { description: s.name + " over commits" } },
    title: { text: title.join("\n"), textStyle: { color: text.color, fontSize: 12, fontWeight: "normal", lineHeight } },
    grid: { left: 12, right: 24, top: 41 + lineHeight * title.length, bottom: machines.length > 1 ? 64 + below : 32, containLabel: true },
    legend: { show: machines.length > 1, bottom: 0, type: "scroll", textStyle: { color: text.color, lineHeight }, formatter: (m) => legend(m).join("\n"), data: machines.map((m) => ({ name: data.history.machines[m] })) },
    tooltip: { ...tooltip(text), trigger: "axis", formatter: (hovered) => {
      const points = s.p.filter((p) => hovered.length && p[0] === hovered[0].value[0]);
      const steps = s.steps.filter((step) => points.length && s.p[step.at][0] === points[0][0]);
      const commit = points.length ? commits[points[0][0]] : { label: "", date: "" };
      return make("div", {}, make("b", {}, commit.label + " " + commit.date), ...points.map((p) => make("div", {},
        make("bdi", {}, data.history.machines[p[1]]), ": " + format(p[2], unit) + ", " + intervalText([0, p[2], p[3], p[4]], unit) + ", n = " + p[5])),
        ...steps.flatMap((step) => [make("div", {}, percentText(step.ratio)), ...reasons(step)]));
    } },
    xAxis: { type: "category", data: commits.map((c) => c.label), axisLabel: { color: text.soft, hideOverlap: true }, axisLine: { lineStyle: { color: text.line } } },
    yAxis: { type: "value", scale: true, axisLabel: { color: text.soft, formatter: (v) => format(v, unit) }, splitLine: { lineStyle: { color: text.line } } },
    series,
  }, true);
}
