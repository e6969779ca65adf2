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
  if (data.impls.length > 1) {
    const shown = data.impls.length - state.off.size;
    bar.append(make("details", { class: "columns", open: innerWidth > 640 }, make("summary", {}, `Implementations: ${shown} of ${data.impls.length}`), chips(changed)));
  }
}

// A dot of the colour of an implementation, hollow for variants.
function swatch(impl, tag) {
  const dot = make(tag, { class: "swatch" + (impl.dash ? " variant" : "") });
  dot.style.color = colorOf(impl);
  return dot;
}

function chips(changed) {
  const box = make("span", { class: "chips", role: "group", "aria-label": "Implementations" });
  data.impls.forEach((impl, i) => {
    const dot = swatch(impl, "i");
    const chip = make("button", {
      type: "button", class: "chip", title: impl.name, "data-impl": String(i), "aria-pressed": String(!state.off.has(i)),
      on: {
        click: () => {
          if (state.off.has(i)) state.off.delete(i); else state.off.add(i);
          chip.setAttribute("aria-pressed", String(!state.off.has(i)));
          chip.closest("details").firstChild.textContent = `Implementations: ${data.impls.length - state.off.size} of ${data.impls.length}`;
          changed();
        },
      },
    }, dot, make("bdi", {}, impl.label || "(none)"));
    box.append(chip);
  });
  return box;
}

// The index of the scenario's displayed unit, or -1.
function unitOf(scenario) {
  if (state.metric === "main") return scenario.unit;
  const unit = data.units.findIndex((u) => u.unit === state.metric);
  return scenario.cases.some((c) => valueIn(c, unit)) ? unit : -1;
}
