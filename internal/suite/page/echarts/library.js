// What of ECharts the page draws with. scripts/update-echarts.sh makes
// echarts.min.js of it: half of what all of ECharts is, which each page carries
// and each reader's browser compiles. ECharts leaves out without a word what is
// missing here: the browser tests in internal/suite/page check that each of these is
// there, but LegacyGridContainLabel, without which axes move by a pixel or two,
// and GridComponent, which charts and tooltips bring along.
import { use } from "echarts/core";
import { CustomChart, LineChart, ScatterChart } from "echarts/charts";
import { AriaComponent, GridComponent, LegendScrollComponent, MarkLineComponent, TitleComponent, TooltipComponent } from "echarts/components";
import { LabelLayout, LegacyGridContainLabel } from "echarts/features";
import { CanvasRenderer } from "echarts/renderers";

use([
  CustomChart, LineChart, ScatterChart,
  AriaComponent, GridComponent, LegendScrollComponent, MarkLineComponent, TitleComponent, TooltipComponent,
  LabelLayout, LegacyGridContainLabel,
  CanvasRenderer,
]);

export { getInstanceByDom, init } from "echarts/core";
