import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { tokens } from '../tokens.ts'
import type { ChartFigures } from './chart-figures.ts'
import { nameRoom, pageFont } from './chart-font.ts'
import { chartOptions } from './chart-options.ts'
import { ChartPanel } from './chart-panel.tsx'

// jsdom has no canvas; browser tests check the drawing of echarts.
vi.mock('./chart-canvas.tsx', () => ({ ChartCanvas: () => <canvas aria-label="drawn" /> }))
// Restores the real canvas for the next test file of this process.
afterAll(() => vi.doUnmock('./chart-canvas.tsx'))

const figures: ChartFigures = {
  kind: 'bars',
  categoryTitle: 'Floor',
  categories: ['Level 1', 'Level 2'],
  series: [
    { name: 'Offline', step: 0, values: [1, null] },
    { name: 'Online', step: 3, values: [7, 4] },
  ],
}

describe('a chart', () => {
  it('takes its colours from the tokens of the colour scheme', () => {
    for (const scheme of [tokens.light, tokens.dark]) {
      const { series, xAxis } = chartOptions(figures, scheme, {
        font: 'Inter',
        patterns: false,
        nameWidth: 130,
      }) as {
        series: { color: string; type: string; data: unknown[] }[]
        xAxis: { splitLine: { lineStyle: { color: string } } }
      }
      expect(series.map(({ color }) => color)).toEqual([scheme.chart[0], scheme.chart[3]])
      expect(series.map(({ type }) => type)).toEqual(['bar', 'bar'])
      expect(series[0]?.data).toEqual([1, null])
      expect(xAxis.splitLine.lineStyle.color).toBe(scheme.line)
    }
  })

  it('draws lines as stacked areas, and patterns on request', () => {
    const option = chartOptions({ ...figures, kind: 'lines' }, tokens.light, {
      font: 'Inter',
      patterns: true,
      nameWidth: 130,
    }) as {
      series: { type: string; stack: string; areaStyle: { opacity: number } }[]
      aria: { decal: { show: boolean } }
    }
    expect(option.series[0]).toMatchObject({ type: 'line', stack: 'all', areaStyle: { opacity: 0.26 } })
    expect(option.aria.decal.show).toBe(true)
  })

  it('breaks the names of bars into two lines, and cuts longer names', () => {
    const { yAxis } = chartOptions(figures, tokens.light, {
      font: 'Inter',
      patterns: false,
      nameWidth: 130,
    }) as {
      yAxis: { data: string[]; axisLabel: object }
    }
    expect(yAxis.data).toEqual(['Level 1', 'Level 2'])
    expect(yAxis.axisLabel).toMatchObject({
      width: 130,
      overflow: 'break',
      lineHeight: 13,
      height: 26,
      lineOverflow: 'truncate',
    })
  })

  it('uses the font of the page, which a canvas needs by name', () => {
    const styles = vi.spyOn(globalThis, 'getComputedStyle')
    styles.mockReturnValue({ fontFamily: 'Inter, Arial' } as CSSStyleDeclaration)
    const font = pageFont()
    styles.mockRestore()
    expect(font).toBe('Inter, Arial')
    const option = chartOptions(figures, tokens.light, { font, patterns: false, nameWidth: 130 })
    expect(option).toMatchObject({ textStyle: { fontFamily: 'Inter, Arial' } })
  })

  it('gives the names of bars at most the width of the longest name', () => {
    const measure = (text: string): number => text.length * 6.5
    expect(nameRoom(['Level 1', 'Level 10'], 130, measure)).toBe(53)
    expect(nameRoom(['Level 1', 'A very long name of a level'], 130, measure)).toBe(130)
    expect(nameRoom([], 130, measure)).toBe(0)
    // Kerning makes a text narrower than the sum of its letters.
    const kerned = (text: string): number => (text.length > 1 ? text.length * 6 : 6.5)
    expect(nameRoom(['Level 10'], 130, kerned)).toBe(53)
  })

  it('shows reference lines in the legend with their dashes', () => {
    const marks = [
      { name: 'PAR 8', value: 8 },
      { name: 'Safety 4', value: 4 },
    ]
    const look = { font: 'Inter', patterns: false, nameWidth: 130 }
    const { legend } = chartOptions({ ...figures, kind: 'lines', marks }, tokens.light, look) as {
      legend: { data: { name: string; icon?: string }[] }
    }
    expect(legend.data.map(({ name }) => name)).toEqual(['Offline', 'Online', 'PAR 8', 'Safety 4'])
    expect(new Set(legend.data.map(({ icon }) => icon)).size).toBe(3)
  })

  it('shows its data as a table', async () => {
    render(<ChartPanel title="Devices by floor" figures={figures} />)
    await screen.findByLabelText('drawn')
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    const rows = within(screen.getByRole('table', { name: 'Devices by floor' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'FloorOfflineOnline',
      'Level 117',
      'Level 2--4',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Show as chart' }))
    expect(await screen.findByLabelText('drawn')).toBeTruthy()
  })

  it('shows a message when there is no data', () => {
    render(<ChartPanel title="Devices by floor" figures={{ ...figures, categories: [] }} />)
    expect(screen.getByText('No data to show in graph')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
