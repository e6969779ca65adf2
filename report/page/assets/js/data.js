// What the page shows, as report/page/data.go wrote it.
const data = JSON.parse(document.getElementById("data").textContent);
const darkScheme = matchMedia("(prefers-color-scheme: dark)");
const onPaper = matchMedia("print");

const isDark = () => darkScheme.matches && !onPaper.matches;
const colorOf = (impl) => isDark() ? impl.dark : impl.light;
const cssColor = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const CONTENDER = 0, NULL_ROLE = 3;
const median = 1, low = 2, high = 3, samples = 4; // places in a value

// The value of a case in a unit: [unit, median, lo, hi, samples], or undefined.
const valueIn = (c, unit) => c.v.find((v) => v[0] === unit);

// What tells a case from others of its implementation and setting.
const lineOf = (c) => [
  c.c ? (c.c === "1" ? "1 component" : c.c + " components") : "",
  c.o || "",
].filter(Boolean).join(", ");

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
