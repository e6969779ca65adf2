// Numbers for people, as report/summary/units.go writes them.
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

const scales = {
  time: [[1e9, " s"], [1e6, " ms"], [1e3, " µs"], [1, " ns"]],
  seconds: [[1, " s"], [1e-3, " ms"], [1e-6, " µs"], [1e-9, " ns"]],
  bytes: [[2 ** 30, " GiB"], [2 ** 20, " MiB"], [2 ** 10, " KiB"], [1, " B"]],
  rate: [[1e9, " G/s"], [1e6, " M/s"], [1e3, " k/s"], [1, " /s"]],
  plain: [[1e9, " G"], [1e6, " M"], [1e3, " k"], [1, ""]],
};

function scaleOf(unit) {
  const numerator = unit.split("/")[0];
  if (numerator === "ns") return scales.time;
  if (numerator === "sec") return scales.seconds;
  if (numerator === "B" || /-(B|bytes)$/.test(numerator)) return scales.bytes;
  if (unit.endsWith("/s")) return scales.rate;
  return scales.plain;
}

function format(v, unit) {
  if (v === null || v === undefined) return "no value";
  const steps = scaleOf(unit);
  const step = steps.find(([size]) => Math.abs(v) >= size * 0.9995) || steps[steps.length - 1];
  return digits(v / step[0]) + step[1];
}

const count = (n) => Number.isInteger(n) ? n.toLocaleString("en-US") : digits(n);
const ratioText = (r) => r === null || r === undefined ? "" : digits(r) + "x";
function percentText(r) {
  if (r === null || r === undefined) return "?";
  if (r >= 10) return ratioText(r);
  const p = (100 * (r - 1)).toFixed(1);
  return p === "-0.0" ? "+0.0%" : (p.startsWith("-") ? "" : "+") + p + "%";
}

const digits2 = (v) => String(Number(v.toPrecision(2)));

// Half the interval in percent of the median.
function precisionText(v) {
  if (v[low] === null || v[high] === null) return "no interval";
  if (v[median] === 0) return "±0%";
  return "±" + digits2(100 * (v[high] - v[low]) / 2 / Math.abs(v[median])) + "%";
}

// Axis labels: 1k, 10k, 1M.
function axisCount(n) {
  const step = [[1e9, "G"], [1e6, "M"], [1e3, "k"]].find(([size]) => n >= size);
  return step ? digits(n / step[0]).replace(/\.?0+$/, (z) => z.startsWith(".") ? "" : z) + step[1] : String(n);
}
