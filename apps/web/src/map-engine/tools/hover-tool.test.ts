import { afterEach, describe, expect, it, vi } from 'vitest'
import { TestMap } from '../testing/test-map.ts'
import { HoverTool } from './hover-tool.ts'

let map: TestMap | undefined
afterEach(() => map?.dispose())

describe('hovering over fences and monitors', () => {
  it('reports a monitor before the fence under it, and the smaller fence before the larger', () => {
    const test = new TestMap()
    map = test
    const onHover = vi.fn()
    const hoverTool = new HoverTool(onHover)
    hoverTool.show(
      [
        { id: 'large', name: '', x: 0, y: 0, width: 1_000, height: 1_000 },
        { id: 'small', name: '', x: 500, y: 300, width: 200, height: 200 },
      ],
      [{ id: 'm', kind: 'monitor', x: 600, y: 400, label: 'm' }],
    )
    test.engine.setTool(hoverTool)
    test.hover(300, 190).hover(340, 240).hover(100, 100).hover(900, 100)
    expect(onHover.mock.calls).toEqual([['m'], ['small'], ['large'], [undefined]])
    test.click(340, 240, { pointerType: 'touch' })
    expect(onHover.mock.calls.at(-1)).toEqual(['small'])
  })
})
