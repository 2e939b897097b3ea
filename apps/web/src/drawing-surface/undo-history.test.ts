import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UndoHistory } from './undo-history.ts'

describe('the history of a drawing', () => {
  it('undoes and redoes steps, and drops undone steps after a new step', () => {
    const history = new UndoHistory('nothing')
    history.push('drawn')
    history.push('moved')
    expect(history.undo()).toBe(true)
    expect(history.current).toBe('drawn')
    expect(history.redo()).toBe(true)
    expect(history.current).toBe('moved')
    history.undo()
    history.push('cleared')
    expect([history.canRedo, history.redo(), history.current]).toEqual([false, false, 'cleared'])
  })

  it('undoes a series of one kind in one step, and another kind separately', () => {
    const history = new UndoHistory(0)
    for (const value of [1, 2, 3]) history.push(value, 'move')
    for (const value of [4, 5]) history.push(value, 'stretch')
    history.undo()
    expect(history.current).toBe(3)
    history.undo()
    expect([history.current, history.canUndo, history.undo()]).toEqual([0, false, false])
  })

  it('begins a new series after an undo', () => {
    const history = new UndoHistory(0)
    history.push(1, 'move')
    history.undo()
    history.push(2, 'move')
    history.undo()
    expect(history.current).toBe(0)
  })

  it('returns to the start after as many undos as steps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 50 }), (values) => {
        const history = new UndoHistory(-1)
        for (const value of values) history.push(value)
        for (const _ of values) history.undo()
        const start = history.current
        for (const _ of values) history.redo()
        expect([start, history.current, history.canRedo]).toEqual([-1, values.at(-1) ?? -1, false])
      }),
    )
  })

  it('has no steps to undo after a reset', () => {
    const history = new UndoHistory(1)
    history.push(2)
    history.reset(7)
    expect([history.current, history.canUndo, history.canRedo]).toEqual([7, false, false])
  })
})
