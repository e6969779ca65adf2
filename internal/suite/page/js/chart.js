// One chart for each scenario, drawn by ECharts: lines along the axis of the
// scenario, or points with intervals if there is only one place on it.
const symbols = ["circle", "rect", "triangle", "diamond"];
const dashes = ["solid", "dashed", "dotted"];
const mostLines = 40;

// Variants of one implementation share a colour: all but the first are hollow.
function symbolOf(impl) {
  const name = symbols[impl.symbol];
  return impl.dash ? "empty" + name[0].toUpperCase() + name.slice(1) : name;
}

function newChart(box) {
  const fontFamily = getComputedStyle(document.body).fontFamily, axis = { axisLabel: { fontFamily } };
  // ECharts measures the labels of an axis in the font of the axis alone.
  return echarts.init(box, { textStyle: { fontFamily }, categoryAxis: axis, valueAxis: axis, logAxis: axis }, { renderer: "canvas" });
}

// Fits a chart into its box. ECharts always redraws for that, even at the same size.
function fit(chart) {
  const box = chart.getDom();
  if (chart.getWidth() !== box.clientWidth || chart.getHeight() !== box.clientHeight) chart.resize();
}

// Breaks a text into lines not wider than so many pixels: between words, and in longer words
// behind the punctuation of names. It returns the lines.
const pen = document.createElement("canvas").getContext("2d");
function wrapped(text, width) {
  pen.font = "12px " + getComputedStyle(document.body).fontFamily;
  const wide = (part) => pen.measureText(part.trimEnd()).width > width;
  const lines = [""];
  for (const word of text.split(/(?<= )/)) {
    for (const part of wide(word) ? word.split(/(?<=[:=,/])/) : [word]) {
      if (lines[lines.length - 1] && wide(lines[lines.length - 1] + part)) lines.push("");
      lines[lines.length - 1] += part;
    }
  }
  return lines.map((line) => line.trimEnd());
}
const lineHeight = 15;
const widthOf = (lines) => Math.max(...lines.map((line) => pen.measureText(line).width));

function chartText() {
  return { color: cssColor("--text"), soft: cssColor("--soft"), line: cssColor("--line"), back: cssColor("--back"), panel: cssColor("--panel") };
}

// The lines of a chart: cases that differ only in their place along the axis.
function chartLines(scenario, unit, positiveOnly) {
  const lines = new Map();
  for (const c of scenario.cases) {
    if (!chosen(scenario, c)) continue;
    const v = valueIn(c, unit);
    if (!v || v[median] === null || (positiveOnly && v[median] <= 0)) continue;
    const key = [c.i, c.s, c.line].join("\u0000");
    if (!lines.has(key)) lines.set(key, { impl: data.impls[c.i], setting: c.s, line: c.line, points: [] });
    lines.get(key).points.push({ c, v });
  }
  const list = [...lines.values()];
  const settings = new Set(list.map((l) => l.setting)), kinds = [...new Set(list.map((l) => l.line))];
  for (const l of list) {
    const parts = [l.impl.label];
    if (settings.size > 1) parts.push(data.settings[l.setting]);
    if (kinds.length > 1) parts.push(l.line);
    l.label = parts.filter(Boolean).join(", ") || l.line || "all";
    l.color = colorOf(l.impl);
    l.symbol = symbolOf(l.impl);
    l.dash = dashes[(l.impl.dash + kinds.indexOf(l.line)) % dashes.length];
    l.points.sort((a, b) => a.c.x - b.c.x);
  }
  return list;
}

// The reason for an empty chart, or "".
function chartEmpty(scenario, unit, lines) {
  if (lines.length) return "";
  if (!scenario.cases.length) return "No case of this scenario has a number.";
  if (unit < 0) return "Nothing of this scenario was measured in " + state.metric + ".";
  const some = scenario.cases.filter((c) => chosen(scenario, c) && valueIn(c, unit));
  if (some.length) return "All values chosen are zero, which a logarithmic scale cannot show: " + data.units[unit].title + " is 0.";
  return "Nothing of this scenario is chosen above.";
}

function drawChart(chart, scenario, unit, lines, narrow) {
  const name = data.units[unit].unit, title = data.units[unit].title, text = chartText();
  const shown = lines.slice(0, mostLines);
  const numbers = new Set(shown.flatMap((l) => l.points.map((p) => p.c.x)));
  numbers.delete(null);
  const axis = scenario.axes[scenario.along], box = chart.getDom();
  const option = numbers.size > 1
    ? lineOption(shown.filter((l) => l.points.some((p) => p.c.x !== null)), axis, name, text, narrow, box)
    : pointOption(shown, axis, name, text, narrow, box);
  fit(chart);
  option.backgroundColor = "transparent";
  option.animation = false;
  option.aria = { enabled: true, label: { description: scenario.name + ": " + title + ". The table below has the values." } };
  chart.setOption(option, true);
}

// The better direction of a unit, "" if unknown.
function betterText(name) {
  const unit = data.units.find((u) => u.unit === name);
  return unit.better > 0 ? ", more is better" : unit.better < 0 ? ", less is better" : "";
}

const valueTitle = (name) => data.units.find((u) => u.unit === name).title + " (" + name + ")" + betterText(name);

function valueAxis(name, text, title) {
  return {
    type: state.scale === "log" ? "log" : "value", logBase: 10, name: title.join("\n"),
    nameTextStyle: { color: text.soft, align: "left", lineHeight }, axisLabel: { color: text.soft, formatter: (v) => format(v, name), hideOverlap: true, showMinLabel: false, showMaxLabel: false },
    splitLine: { lineStyle: { color: text.line } }, axisLine: { lineStyle: { color: text.line } },
  };
}

// A logarithmic axis that begins and ends near the data, not at powers of ten.
function logBounds(values, bytes) {
  const lo = Math.min(...values), hi = Math.max(...values);
  return { min: lo / 1.3, max: hi * 1.3, ticks: logTicks(lo / 1.3, hi * 1.3, bytes) };
}

// Up to eight powers of two, such as 1, 4 and 16 KiB.
function powersOfTwo(min, max) {
  const first = Math.log2(min), last = Math.log2(max), every = Math.ceil((last - first) / 7), ticks = [];
  for (let e = every * Math.ceil(first / every); e <= last; e += every) ticks.push(2 ** e);
  return ticks;
}

// Decades, and two and five within few of them. Bytes have ticks at powers of two.
function logTicks(min, max, bytes) {
  if (bytes && powersOfTwo(min, max).length > 1) return powersOfTwo(min, max);
  const ticks = [], few = Math.log10(max / min) < 3;
  for (let e = Math.floor(Math.log10(min)); e <= Math.log10(max); e++) {
    for (const m of few ? [1, 2, 5] : [1]) {
      const v = Number((m * 10 ** e).toPrecision(1));
      if (v >= min && v <= max) ticks.push(v);
    }
  }
  return ticks.length > 1 ? ticks : evenTicks(min, max);
}

// Round numbers at even distances, for a range too small for the above.
function evenTicks(min, max) {
  const rough = (max - min) / 4, size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * size).find((s) => s >= rough), ticks = [];
  for (let k = Math.ceil(min / step); k * step <= max; k++) ticks.push(Number((k * step).toPrecision(6)));
  return ticks;
}

// The measured places on an axis, if they are few and far enough apart, else round numbers.
// They are integers if the places are.
function placeTicks(places, log) {
  const min = places[0], max = places[places.length - 1];
  const far = (a, b) => log ? b >= 1.8 * a : b - a >= (max - min) / 12;
  if (places.length <= 6 && places.every((v, i) => i === 0 || far(places[i - 1], v))) return places;
  const ticks = log ? logTicks(min, max) : evenTicks(min, max);
  return places.every(Number.isInteger) ? ticks.filter(Number.isInteger) : ticks;
}

function boundAxis(axis, values, name) {
  const bytes = (data.steps[name] || []).some(([size]) => size === 1024);
  const { min, max, ticks } = logBounds(values, bytes);
  Object.assign(axis, { min, max });
  if (ticks.length) {
    Object.assign(axis.axisLabel, { customValues: ticks, showMinLabel: true, showMaxLabel: true });
    axis.axisTick = { customValues: ticks };
    axis.splitLine.customValues = ticks;
  }
}

function tooltip(text) {
  return { confine: true, className: "tip", backgroundColor: text.panel, borderColor: text.line, textStyle: { color: text.color } };
}

function tipTable(caption, points, name) {
  const rows = points.map(({ l, p }) => {
    return make("tr", {}, make("td", { class: "impl" }, swatch(l.impl, "span"), make("bdi", {}, l.label)), make("td", { class: "num" }, format(p.v[median], name)),
      make("td", { class: "num" }, intervalText(p.v, name)), make("td", { class: "num" }, "n = " + p.v[samples]));
  });
  return make("div", {}, make("b", {}, caption), make("table", {}, make("tbody", {}, ...rows)));
}

function intervalText(v, name) {
  return v[low] === null ? "no interval" : format(v[low], name) + " to " + format(v[high], name);
}

// Draws the intervals of all points as one series of bars with caps.
// The items are [x, y, lo, hi, color] or, sideways, [value, category, lo, hi, color].
function intervalSeries(items, sideways) {
  return {
    type: "custom", silent: true, z: 1, clip: true, tooltip: { show: false }, data: items, encode: { x: 0, y: 1 },
    renderItem: (params, api) => {
      const at = (v) => sideways ? api.coord([v, api.value(1)]) : api.coord([api.value(0), v]);
      const a = at(api.value(2)), b = at(api.value(3)), cap = 4;
      const style = { stroke: items[params.dataIndex][4], lineWidth: 1.5, opacity: 0.8 };
      const line = (x1, y1, x2, y2) => ({ type: "line", shape: { x1, y1, x2, y2 }, style });
      const across = (p) => sideways ? line(p[0], p[1] - cap, p[0], p[1] + cap) : line(p[0] - cap, p[1], p[0] + cap, p[1]);
      return { type: "group", children: [line(a[0], a[1], b[0], b[1]), across(a), across(b)] };
    },
  };
}

// An interval that reaches below zero begins at the edge of a logarithmic axis.
function intervalItems(l, place) {
  const begin = (v) => state.scale === "log" && v[low] <= 0 ? v[median] * 1e-9 : v[low];
  return l.points.filter(({ v }) => v[low] !== null && v[high] !== null).map(({ c, v }) => place(c, v).concat([begin(v), v[high], l.color]));
}

// The values of a point that a logarithmic axis shows.
function drawn(v) {
  return v[low] === null || v[high] === null ? [v[median]] : [v[median], v[high], ...(v[low] > 0 ? [v[low]] : [])];
}

// Moves ascending places with heights apart, with the least sum of squares of the moves, as in
// labels.go, and keeps them between two limits.
function spaced(places, heights, low, high) {
  const offsets = [0];
  for (let i = 1; i < places.length; i++) offsets.push(offsets[i - 1] + (heights[i - 1] + heights[i]) / 2);
  const pools = [];
  places.forEach((place, i) => {
    pools.push({ sum: place - offsets[i], n: 1 });
    for (let k = pools.length; k > 1 && pools[k - 2].sum / pools[k - 2].n > pools[k - 1].sum / pools[k - 1].n; k = pools.length) {
      const { sum, n } = pools.pop();
      pools[k - 2].sum += sum;
      pools[k - 2].n += n;
    }
  });
  const highest = high - heights[heights.length - 1] / 2 - offsets[offsets.length - 1];
  const lowest = low + heights[0] / 2, moved = [];
  for (const p of pools) for (let k = 0; k < p.n; k++) moved.push(Math.max(Math.min(p.sum / p.n, highest), lowest) + offsets[moved.length]);
  return moved;
}

// The heights at which the names of lines are written, by index of the line.
function labelPlaces(chart, lines, heights) {
  const ends = lines.map((l, i) => {
    const p = l.points[l.points.length - 1];
    return { i, y: chart.convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, [p.c.x, p.v[median]])[1] };
  }).sort((a, b) => a.y - b.y);
  const grid = chart.getModel().getComponent("grid").coordinateSystem.getRect(), places = [];
  spaced(ends.map((e) => e.y), ends.map((e) => heights[e.i]), grid.y, grid.y + grid.height).forEach((y, k) => { places[ends[k].i] = y; });
  return places;
}

function lineOption(lines, axis, name, text, narrow, box) {
  box.style.height = "";
  const points = lines.flatMap((l) => l.points.filter((p) => p.c.x !== null).map((p) => ({ l, p })));
  const places = [...new Set(points.map(({ p }) => p.c.x))].sort((a, b) => a - b);
  const logX = state.scale === "log" && places[0] > 0, ticks = placeTicks(places, logX);
  const title = wrapped(valueTitle(name), box.clientWidth - 100), place = wrapped(axis.title, box.clientWidth - 100);
  const yAxis = valueAxis(name, text, title);
  if (state.scale === "log") boundAxis(yAxis, points.flatMap(({ p }) => drawn(p.v)), name);
  const room = narrow ? 84 : 170, beside = (l) => wrapped(l.label, room);
  const direct = lines.reduce((n, l) => n + beside(l).length, 0) <= (narrow ? 18 : 24) && lines.every((l) => widthOf(beside(l)) <= room);
  const legend = (label) => wrapped(label, box.clientWidth - 130);
  const below = lineHeight * (place.length - 1 + (direct ? 0 : Math.max(...lines.map((l) => legend(l.label).length)) - 1));
  const row = narrow ? 13 : lineHeight, heights = lines.map((l) => beside(l).length * row);
  const series = lines.map((l, at) => ({
    name: l.label, type: "line", symbol: l.symbol, symbolSize: 7, color: l.color, z: 2,
    lineStyle: { type: l.dash, width: 2 }, emphasis: { focus: "series" },
    data: l.points.filter((p) => p.c.x !== null).map((p) => [p.c.x, p.v[median]]),
    endLabel: { show: direct, formatter: () => beside(l).join("\n"), color: l.color, distance: 6, fontSize: 12, lineHeight: row },
    labelLayout: () => ({ y: labelPlaces(echarts.getInstanceByDom(box), lines, heights)[at], verticalAlign: "middle" }),
  }));
  series.push(intervalSeries(lines.flatMap((l) => intervalItems(l, (c, v) => [c.x, v[median]]).filter((i) => i[0] !== null)), false));
  return {
    grid: { left: 12, right: direct ? room + 20 : 24, top: 25 + lineHeight * title.length, bottom: (direct ? 44 : 64) + below, containLabel: true },
    legend: { show: !direct, bottom: 0, type: "scroll", textStyle: { color: text.color, lineHeight }, formatter: (label) => legend(label).join("\n"), data: lines.map((l) => ({ name: l.label })) },
    tooltip: {
      ...tooltip(text), trigger: "axis",
      formatter: (hovered) => {
        const n = hovered.length ? hovered[0].value[0] : undefined;
        const near = points.filter(({ p }) => p.c.x === n).sort((a, b) => a.p.v[median] - b.p.v[median]);
        return tipTable(axisText(axis, n), near.slice(0, 20), name);
      },
    },
    xAxis: {
      type: logX ? "log" : "value", name: place.join("\n"), nameLocation: "middle", nameGap: 28, nameTextStyle: { color: text.soft, lineHeight },
      ...(logX ? { min: places[0], max: places[places.length - 1] } : {}),
      axisLabel: { color: text.soft, formatter: axisCount, customValues: ticks, hideOverlap: true }, axisTick: { customValues: ticks }, splitLine: { show: false }, axisLine: { lineStyle: { color: text.line } },
    },
    yAxis, series,
  };
}

// The value of each point, to the right of its interval.
function valueLabels(rows, name, text) {
  return {
    type: "scatter", silent: true, symbolSize: 0.1, tooltip: { show: false }, clip: false,
    data: rows.map(({ p }, i) => [Math.max(p.v[median], p.v[high] || 0), i]),
    label: { show: true, position: "right", distance: 10, color: text.soft, fontSize: 12, formatter: (at) => format(rows[at.dataIndex].p.v[median], name) },
  };
}

function pointOption(lines, axis, name, text, narrow, box) {
  const rows = lines.flatMap((l) => l.points.map((p) => ({ l, p }))).sort((a, b) => b.p.v[median] - a.p.v[median]);
  const labels = rows.map(({ l }) => wrapped(l.label, narrow ? 130 : 260));
  const title = wrapped(valueTitle(name), box.clientWidth - Math.max(...labels.map(widthOf)) - 30);
  const tallest = Math.max(...labels.map((label) => label.length));
  box.style.height = Math.max(110, Math.max(30, lineHeight * tallest + 6) * rows.length + 55 + lineHeight * title.length) + "px";
  const xAxis = valueAxis(name, text, title);
  Object.assign(xAxis, { nameLocation: "middle", nameGap: 30, nameTextStyle: { color: text.soft, align: "center", lineHeight } });
  if (state.scale === "log") boundAxis(xAxis, rows.flatMap(({ p }) => drawn(p.v)), name);
  else xAxis.scale = false;
  const items = rows.flatMap(({ l, p }, i) => intervalItems({ points: [p], color: l.color }, (c, v) => [v[median], i]));
  return {
    grid: { left: 12, right: 74, top: 16, bottom: 33 + lineHeight * title.length, containLabel: true },
    tooltip: { ...tooltip(text), trigger: "item", formatter: (hovered) => {
      const row = rows[hovered.dataIndex];
      return tipTable(row.p.c.x === null ? row.l.label : axisText(axis, row.p.c.x), [row], name);
    } },
    xAxis,
    yAxis: { type: "category", data: labels.map((label) => label.join("\n")), axisLine: { lineStyle: { color: text.line } },
      axisLabel: { color: text.color, lineHeight, interval: 0 }, splitLine: { show: true, lineStyle: { color: text.line } } },
    series: [{ type: "scatter", z: 2, data: rows.map(({ l, p }, i) => ({ value: [p.v[median], i], symbol: l.symbol, symbolSize: 10, itemStyle: { color: l.color } })) },
      intervalSeries(items, true), valueLabels(rows, name, text)],
  };
}
