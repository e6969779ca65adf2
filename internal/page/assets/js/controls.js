// The bar above the scenarios. Its choices hold for all charts and tables.
function buildControls(changed, rescaled) {
  const bar = document.getElementById("controls");
  bar.replaceChildren();
  bar.hidden = data.scenarios.length === 0;
  const select = (key, label, options, chosen = state, done = changed) => {
    const s = make("select", { id: "choose-" + key, on: { change: () => { chosen[key] = s.value; done(); } } },
      ...options.map(([value, text]) => make("option", { value, selected: chosen[key] === value }, text)));
    bar.append(make("label", {}, label + " ", s));
  };
  if (data.settings.length > 1) {
    select("setting", "Profile", [...data.settings.map((text, i) => [String(i), text]), [anySetting, "all"]]);
  }
  for (const axis of axesOffered()) {
    select(axis.name, capital(axis.title), [...axis.values.map((v) => [String(v), count(v)]), [anywhere, "all"]], state.at);
  }
  select("metric", "Show", [["main", "what is ranked"], ...data.units.map((u) => [u.unit, u.title])]);
  select("scale", "Scale", [["log", "logarithmic"], ["linear", "linear"]], state, rescaled);
  if (data.impls.length > 1) bar.append(chips(changed));
}

function chips(changed) {
  const box = make("span", { class: "chips", role: "group", "aria-label": "Implementations" });
  data.impls.forEach((impl, i) => {
    const dot = make("i");
    dot.style.background = colorOf(impl);
    const chip = make("button", {
      type: "button", class: "chip", title: impl.name, "data-impl": String(i), "aria-pressed": String(!state.off.has(i)),
      on: {
        click: () => {
          if (state.off.has(i)) state.off.delete(i); else state.off.add(i);
          chip.setAttribute("aria-pressed", String(!state.off.has(i)));
          changed();
        },
      },
    }, dot, make("bdi", {}, impl.label || "(none)"));
    box.append(chip);
  });
  return box;
}

// The unit that a scenario shows now, as an index, or -1 if it has none of it.
function unitOf(scenario) {
  if (state.metric === "main") return scenario.unit;
  const unit = data.units.findIndex((u) => u.unit === state.metric);
  return scenario.cases.some((c) => valueIn(c, unit)) ? unit : -1;
}

// The heat maps are in the page already; this shows the chosen one.
function buildHeat(changed) {
  const box = document.getElementById("heat-select");
  if (!box) return;
  box.closest(".heat-controls").hidden = box.options.length < 2;
  if (state.heat === null || !box.options[state.heat]) {
    state.heat = null;
    for (const o of box.options) if (o.defaultSelected) box.value = o.value;
  } else {
    box.value = state.heat;
  }
  const show = () => document.querySelectorAll(".heatmap").forEach((h) => { h.hidden = h.dataset.heat !== box.value; });
  box.onchange = () => { state.heat = box.options[box.selectedIndex].defaultSelected ? null : box.value; show(); changed(); };
  show();
}
