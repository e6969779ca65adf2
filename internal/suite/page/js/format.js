// Numbers for display, like results/format.go.
function digits(v) {
  if (v === 0) return "0";
  const a = Math.abs(v);
  if (a >= 1e6 || a < 1e-4) return v.toExponential(2);
  if (a >= 99.95) return v.toFixed(0);
  if (a >= 9.995) return v.toFixed(1);
  if (a >= 0.9995) return v.toFixed(2);
  if (a >= 0.0995) return v.toFixed(3);
  return String(Number(v.toPrecision(3)));
}

function format(v, unit) {
  if (v === null || v === undefined) return "no value";
  const steps = data.steps[unit] || [[1, "", true]];
  const step = steps.find(([size]) => Math.abs(v) >= size * 0.9995) || steps[steps.length - 1];
  if (step[2] && Number.isInteger(v) && Math.abs(v) < 1e6) return v + step[1];
  return digits(v / step[0]) + step[1];
}

const capital = (s) => s.slice(0, 1).toUpperCase() + s.slice(1);
const thousands = new Intl.NumberFormat("en-US");
const count = (n) => Number.isInteger(n) ? thousands.format(n) : digits(n);
const ratioText = (r) => r === null || r === undefined ? "" : digits(r) + "x";
function percentText(r) {
  if (r === null || r === undefined) return "?";
  if (r >= 10) return ratioText(r);
  const p = (100 * (r - 1)).toFixed(1);
  return p === "-0.0" ? "+0.0%" : (p.startsWith("-") ? "" : "+") + p + "%";
}

const digits2 = (v) => String(Number(v.toPrecision(2)));

// The larger half of the interval in percent of the median.
const precisionOf = (v) => Math.max(v[high] - v[median], v[median] - v[low]) / Math.abs(v[median]);

function precisionText(v) {
  if (v[low] === null || v[high] === null) return "no interval";
  if (v[median] === 0) return "±0%";
  return "±" + digits2(100 * precisionOf(v)) + "%";
}

// Axis labels: 1k, 10k, 1M, and 1,024, of which three digits would be another place.
function axisCount(n) {
  if (Number.isInteger(n) && n < 1e6 && n % 1e3 && n % 100) return count(n);
  const step = [[1e9, "G"], [1e6, "M"], [1e3, "k"]].find(([size]) => n >= size);
  return step ? digits(n / step[0]).replace(/\.?0+$/, (z) => z.startsWith(".") ? "" : z) + step[1] : String(n);
}
