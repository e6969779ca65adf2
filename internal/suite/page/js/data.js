// The content of the page, written by internal/suite/page/data.go.
const data = JSON.parse(document.getElementById("data").textContent);
const darkScheme = matchMedia("(prefers-color-scheme: dark)");
const onPaper = matchMedia("print");

const isDark = () => darkScheme.matches && !onPaper.matches;
const colorOf = (impl) => isDark() ? impl.dark : impl.light;
const cssColor = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const median = 1, low = 2, high = 3, samples = 4; // indices in a value

// The value of a case in a unit: [unit, median, lo, hi, samples], or undefined.
const valueIn = (c, unit) => c.v.find((v) => v[0] === unit);

// Copies the setting, the places on the axes and the place along the chart's axis from
// shapes to their cases.
for (const scenario of data.scenarios) {
  for (const c of [...scenario.cases, ...scenario.without]) {
    const shape = scenario.shapes[c.h];
    c.v = c.v || [];
    c.s = shape.s;
    c.at = shape.a;
    c.line = shape.l || "";
    c.o = shape.o || "";
    c.x = scenario.along < 0 ? null : shape.a[scenario.along];
  }
  scenario.offered = scenario.axes.map((_, j) => new Set(scenario.cases.map((c) => c.at[j]).filter((v) => v !== null)));
}

// Formats a place on an axis, like Axis.Label of package report.
function axisText(axis, v) {
  if (v === null || v === undefined) return "";
  if (!axis.one) return axis.title + "=" + count(v);
  return count(v) + " " + (v === 1 ? axis.one : axis.title);
}

// Makes an element; strings among the children become text, never markup.
function make(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "on") for (const [event, f] of Object.entries(value)) e.addEventListener(event, f);
    else if (value === true) e.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) e.setAttribute(name, value);
  }
  e.append(...children);
  return e;
}
