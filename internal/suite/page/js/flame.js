// Flame graphs: a custom series of ECharts with a rectangle for each function
// in the place where it was called.
const flames = JSON.parse(document.getElementById("flames").textContent);
const flameRow = 20;
const narrowest = 0.0005; // of the width; narrower functions are not drawn

// The rectangles below a node of full width: [start, end, row, node, parent]. Its
// callers are above it, equally wide.
function flameBoxes(root, path) {
  const boxes = [];
  const focus = path.length ? path[path.length - 1] : root;
  path.forEach((node, row) => boxes.push([0, focus.v, row, node, row ? path.slice(0, row) : []]));
  const below = (node, from, row, trail) => {
    let at = from;
    const inner = [...trail, node];
    for (const child of node.c || []) {
      if (child.v >= focus.v * narrowest) {
        boxes.push([at, at + child.v, row, child, inner]);
        below(child, at, row + 1, inner);
      }
      at += child.v;
    }
  };
  below(focus, 0, path.length, path.slice(0, -1));
  return boxes;
}

// Functions of one package share a colour. The palette differs from the heat map, whose
// colours mean fast and slow.
function flameColor(name) {
  let h = 0;
  for (const c of name.split(".")[0]) h = (h * 31 + c.codePointAt(0)) >>> 0;
  return cssColor("--f" + h % 8);
}

function drawFlame(box, flame) {
  const path = box.flamePath && box.flamePath.length ? box.flamePath : [flame.root];
  const boxes = flameBoxes(flame.root, path), total = boxes[0][1], text = chartText();
  const rows = 1 + boxes.reduce((most, b) => Math.max(most, b[2]), 0);
  box.style.height = rows * flameRow + 4 + "px";
  if (!box.flameChart) {
    box.flameChart = newChart(box);
    box.flameChart.on("click", (e) => {
      const [, , , node, trail] = box.flameShown[e.dataIndex];
      box.flamePath = [...trail.filter((n) => n !== node), node];
      drawFlame(box, flame);
    });
  }
  box.flameShown = boxes;
  fit(box.flameChart);
  const ink = cssColor("--heat-text");
  box.flameChart.setOption({
    backgroundColor: "transparent", animation: false,
    grid: { left: 0, right: 0, top: 2, bottom: 2 },
    xAxis: { show: false, min: 0, max: total },
    yAxis: { show: false, min: 0, max: rows, inverse: true },
    tooltip: { ...tooltip(text), formatter: (e) => {
      const node = boxes[e.dataIndex][3];
      return make("div", {}, make("b", {}, node.n), make("div", {}, `${format(node.v, flame.unit)}, ${(100 * node.v / flame.root.v).toFixed(1)}%`));
    } },
    series: [{
      type: "custom", encode: { x: [0, 1], y: 2 },
      data: boxes.map(([from, to, row]) => [from, to, row]),
      renderItem: (params, api) => {
        const [x, y] = api.coord([api.value(0), api.value(2)]);
        const width = api.coord([api.value(1), 0])[0] - x;
        const node = boxes[params.dataIndex][3];
        return {
          type: "rect", shape: { x, y, width: Math.max(width - 1, 0.5), height: flameRow - 1 },
          style: { fill: flameColor(node.n) },
          emphasis: { style: { stroke: ink, lineWidth: 1 } },
          textContent: { style: { text: width > 30 ? node.n : "", fill: ink, fontSize: 12, width: width - 8, overflow: "truncate", ellipsis: "…" } },
          textConfig: { position: "insideLeft", distance: 4 },
        };
      },
    }],
  }, true);
}

function drawFlames() {
  for (const box of document.querySelectorAll(".flame")) drawFlame(box, flames[Number(box.dataset.flame)]);
}
