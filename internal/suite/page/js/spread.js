// The distribution of a case's samples: a strip in its row of the table, and on a click
// below the row a histogram with density, samples and outliers.
const svgNamespace = "http://www.w3.org/2000/svg";

function draw(tag, attributes, ...children) {
  const e = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  e.append(...children);
  return e;
}

// Whether a case has enough samples.
const spreads = (c) => c.q && c.q.length >= 6 && c.q[0] > 0;

function quantile(sorted, share) {
  const place = share * (sorted.length - 1), below = Math.floor(place), above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

// The width of the middle half, relative to the median.
const middleHalf = (c) => (quantile(c.q, 0.75) - quantile(c.q, 0.25)) / quantile(c.q, 0.5);

// The range of a strip: the same for all rows of a table, so that a wide hill is a
// noisy case. It holds 95% of the samples; others are at its edges.
function stripRange(scenario) {
  const all = scenario.cases.filter(spreads).flatMap((c) => { const m = quantile(c.q, 0.5); return c.q.map((v) => v / m); }).sort((a, b) => a - b);
  return [Math.min(0.98, quantile(all, 0.025)), Math.max(1.02, quantile(all, 0.975))];
}

// The density of samples by a Gaussian kernel with the bandwidth of Scott (1992);
// null if all are equal.
function densityOf(sorted) {
  const n = sorted.length, mean = sorted.reduce((s, v) => s + v, 0) / n;
  const deviation = Math.sqrt(sorted.reduce((s, v) => s + (v - mean) ** 2, 0) / (n - 1));
  const spread = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.349;
  const width = 1.06 * (spread > 0 ? Math.min(deviation, spread) : deviation) * n ** -0.2;
  if (!(width > 0)) return null;
  return (x) => sorted.reduce((s, v) => s + Math.exp(-(((x - v) / width) ** 2) / 2), 0) / (n * width * Math.sqrt(2 * Math.PI));
}

// A hill of the density between two values, scaled to height.
function hill(sorted, low, high, x, base, height, color) {
  const density = densityOf(sorted);
  if (!density) return [];
  const steps = 80, ys = [];
  for (let i = 0; i <= steps; i++) ys.push(density(low + (high - low) * i / steps));
  const most = Math.max(...ys);
  if (!(most > 0)) return [];
  const points = ys.map((v, i) => x(low + (high - low) * i / steps).toFixed(1) + "," + (base - height * v / most).toFixed(1));
  return [draw("polygon", { points: [x(low) + "," + base, ...points, x(high) + "," + base].join(" "), fill: color, "fill-opacity": 0.3, stroke: color, "stroke-width": 1 })];
}

// The strip of a case is drawn once per colour and reused by new tables.
function stripCell(scenario, c) {
  const color = colorOf(data.impls[c.i]);
  if (c.strip && c.strip.color === color) return c.strip.button;
  scenario.strip = scenario.strip || stripRange(scenario);
  const [low, high] = scenario.strip, m = quantile(c.q, 0.5);
  const x = (r) => 3 + 104 * (Math.min(high, Math.max(low, r)) - low) / (high - low);
  const ratios = c.q.map((v) => v / m);
  const picture = draw("svg", { class: "strip", viewBox: "0 0 110 24", "aria-hidden": "true" }, ...hill(ratios, low, high, x, 15, 13, color),
    draw("line", { x1: 3, y1: 15, x2: 107, y2: 15 }), draw("line", { class: "median", x1: x(1), y1: 12, x2: x(1), y2: 22 }),
    ...ratios.map((r) => draw("circle", { cx: x(r).toFixed(1), cy: 19, r: 1.4, fill: color })));
  const button = make("button", { type: "button", class: "plain", "aria-expanded": String(Boolean(c.opened)), title: "Show how the samples are spread", "aria-label": "Distribution of " + (data.impls[c.i].label || scenario.name) });
  button.append(picture);
  button.addEventListener("click", () => {
    const row = button.closest("tr");
    c.opened = !c.opened;
    button.setAttribute("aria-expanded", String(c.opened));
    if (c.opened) row.after(openedRow(scenario, c, row.cells.length));
    else row.nextElementSibling.remove();
  });
  c.strip = { color, button };
  return button;
}

// The row below a case with its opened distribution.
function openedRow(scenario, c, columns) {
  return make("tr", { class: "opened" }, make("td", { colspan: columns }, spreadPicture(scenario, c), make("p", { class: "below" }, spreadText(scenario, c))));
}

// Tukey's fences: mild outliers are more than 1.5 times the middle half away from
// it, severe ones more than 3 times.
function outlierOf(sorted) {
  const first = quantile(sorted, 0.25), third = quantile(sorted, 0.75), half = third - first;
  return (v) => { const away = Math.max(first - v, v - third); return away > 3 * half ? "severe" : away > 1.5 * half ? "mild" : ""; };
}

function spreadText(scenario, c) {
  const unit = data.units[scenario.unit].unit, n = c.q.length, kind = outlierOf(c.q), kinds = c.q.map(kind);
  const number = (k) => kinds.filter((x) => x === k).length;
  const mean = c.q.reduce((s, v) => s + v, 0) / n, deviation = Math.sqrt(c.q.reduce((s, v) => s + (v - mean) ** 2, 0) / (n - 1));
  const out = number("mild") + number("severe");
  return `${count(n)} samples from ${format(c.q[0], unit)} to ${format(c.q[n - 1], unit)}: median ${format(quantile(c.q, 0.5), unit)}, mean ${format(mean, unit)}, standard deviation ${digits2(100 * deviation / mean)}%. `
    + (out ? `Outliers: ${number("mild")} mild (rings, more than 1.5 times the middle half away from it), ${number("severe")} severe (crosses, more than 3 times).` : "No outliers by Tukey's fences.");
}

function spreadPicture(scenario, c) {
  const unit = data.units[scenario.unit].unit, sorted = c.q, n = sorted.length, color = colorOf(data.impls[c.i]);
  const room = (sorted[n - 1] - sorted[0]) * 0.08 || sorted[0] * 0.02, low = sorted[0] - room, high = sorted[n - 1] + room;
  const wide = 640, x = (v) => 20 + (wide - 40) * (v - low) / (high - low), base = 130, height = 110;
  const bins = Math.min(40, Math.max(5, Math.ceil(2 * Math.cbrt(n)))), counts = new Array(bins).fill(0); // Rice's rule
  const size = (sorted[n - 1] - sorted[0]) / bins || 1;
  for (const v of sorted) counts[Math.min(bins - 1, Math.floor((v - sorted[0]) / size))]++;
  const most = Math.max(...counts), kind = outlierOf(sorted);
  const bars = counts.map((k, i) => {
    const from = x(sorted[0] + i * size), h = height * k / most;
    return draw("rect", { x: from + 0.5, y: base - h, width: Math.max(1, x(sorted[0] + (i + 1) * size) - from - 1), height: h, fill: color, "fill-opacity": 0.35 });
  });
  const marks = sorted.map((v) => {
    const at = x(v), k = kind(v);
    if (k === "severe") return draw("path", { d: `M${at - 3} 139l6 6m0 -6l-6 6`, stroke: color, "stroke-width": 1.5, fill: "none" });
    return draw("circle", { cx: at, cy: 142, r: k ? 3 : 2.2, fill: k ? "none" : color, stroke: color });
  });
  const ticks = evenTicks(low, high).map((v) => draw("g", {}, draw("line", { x1: x(v), y1: 152, x2: x(v), y2: 157 }), draw("text", { x: x(v), y: 169, "text-anchor": "middle" }, format(v, unit))));
  return draw("svg", { class: "spread", viewBox: `0 0 ${wide} 176`, role: "img", "aria-label": "Histogram and density of the samples" },
    ...bars, ...hill(sorted, low, high, x, base, height, color), draw("line", { x1: 20, y1: base, x2: wide - 20, y2: base }),
    draw("line", { class: "median", x1: x(quantile(sorted, 0.5)), y1: 12, x2: x(quantile(sorted, 0.5)), y2: 148 }),
    draw("text", { x: x(quantile(sorted, 0.5)) + 4, y: 12 }, "median"), ...marks, draw("line", { x1: 20, y1: 152, x2: wide - 20, y2: 152 }), ...ticks);
}
