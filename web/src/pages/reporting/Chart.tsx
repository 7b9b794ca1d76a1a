// A drawn chart: SVG, described in words, still where people want no motion. It is loaded when the first one is to be seen.
import { useComputedColorScheme } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { BarChart } from "echarts/charts";
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import { type EChartsCoreOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";
import type { Series } from "./series";

use([BarChart, GridComponent, TooltipComponent, LegendComponent, AriaComponent, SVGRenderer]);

const LIGHT = { text: "#10242a", quiet: "#56616b", line: "#dee4e7", paper: "#ffffff", bars: ["#0b666d", "#b3541e"] };
const DARK = { text: "#eef2f4", quiet: "#a9b3bc", line: "#363b40", paper: "#202326", bars: ["#6cc6cc", "#f0a070"] };

interface Properties {
  series: Series;
  /** What is seen, in words. */
  description: string;
  /** Opens what a bar counts, by its place. */
  open: (at: number) => void;
}

export default function Chart({ series, description, open }: Properties) {
  const opening = useRef(open);
  opening.current = open;
  const frame = useRef<HTMLDivElement>(null);
  const isDark = useComputedColorScheme() === "dark";
  const isStill = useReducedMotion();
  useEffect(() => {
    if (frame.current === null) return;
    const chart = init(frame.current, undefined, { renderer: "svg" });
    chart.setOption(optionOf(series, description, isDark ? DARK : LIGHT, !isStill));
    chart.on("click", ({ dataIndex }) => dataIndex !== undefined && opening.current(dataIndex));
    const watcher = new ResizeObserver(() => chart.resize());
    watcher.observe(frame.current);
    return () => {
      watcher.disconnect();
      chart.dispose();
    };
  }, [series, description, isDark, isStill]);
  const height = series.isUpright ? 280 : Math.max(120, 34 * series.labels.length + 60);
  return <div ref={frame} role="img" aria-label={description} style={{ height, width: "100%" }} />;
}

function optionOf(series: Series, description: string, colors: typeof LIGHT, animation: boolean): EChartsCoreOption {
  const names = {
    type: "category",
    data: series.labels,
    inverse: !series.isUpright,
    axisLabel: { color: colors.text, width: 190, overflow: "truncate" },
    axisLine: { lineStyle: { color: colors.line } },
    axisTick: { show: false },
  };
  const numbers = {
    type: "value",
    minInterval: 1,
    axisLabel: { color: colors.quiet },
    splitLine: { lineStyle: { color: colors.line } },
  };
  return {
    animation,
    aria: { enabled: true, label: { description } },
    color: colors.bars,
    textStyle: { color: colors.text, fontFamily: getComputedStyle(document.body).fontFamily },
    grid: { left: 8, right: 32, top: series.bars.length > 1 ? 36 : 12, bottom: 8, outerBoundsMode: "same" },
    tooltip: {
      trigger: "axis",
      axisPointer: { type: "shadow" },
      confine: true,
      backgroundColor: colors.paper,
      textStyle: { color: colors.text },
    },
    legend: series.bars.length > 1 ? { top: 0, left: 0, textStyle: { color: colors.text } } : undefined,
    xAxis: series.isUpright ? names : numbers,
    yAxis: series.isUpright ? numbers : names,
    series: series.bars.map((bar) => ({
      type: "bar",
      name: bar.label,
      data: bar.values,
      stack: "all",
      barMaxWidth: 26,
      cursor: series.leads?.some((each) => each.length === 1) ? "pointer" : "default",
      label:
        series.isUpright || series.bars.length > 1 ? undefined : { show: true, position: "right", color: colors.text },
    })),
  };
}
