import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { History } from './history.ts'

describe('the history of a drawing', () => {
  it('takes back and does again, and forgets what was taken back once something else is done', () => {
    const history = new History('nothing')
    history.go('drawn')
    history.go('moved')
    expect(history.undo()).toBe(true)
    expect(history.now).toBe('drawn')
    expect(history.redo()).toBe(true)
    expect(history.now).toBe('moved')
    history.undo()
    history.go('cleared')
    expect([history.canRedo, history.redo(), history.now]).toEqual([false, false, 'cleared'])
  })

  it('takes a run of one kind back in one step, and another kind by itself', () => {
    const history = new History(0)
    for (const value of [1, 2, 3]) history.go(value, 'move')
    for (const value of [4, 5]) history.go(value, 'stretch')
    history.undo()
    expect(history.now).toBe(3)
    history.undo()
    expect([history.now, history.canUndo, history.undo()]).toEqual([0, false, false])
  })

  it('begins a new run after something was taken back', () => {
    const history = new History(0)
    history.go(1, 'move')
    history.undo()
    history.go(2, 'move')
    history.undo()
    expect(history.now).toBe(0)
  })

  it('comes back to the start by as many steps back as were taken', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 50 }), (values) => {
        const history = new History(-1)
        for (const value of values) history.go(value)
        for (const _ of values) history.undo()
        const start = history.now
        for (const _ of values) history.redo()
        expect([start, history.now, history.canRedo]).toEqual([-1, values.at(-1) ?? -1, false])
      }),
    )
  })

  it('starts anew without a past', () => {
    const history = new History(1)
    history.go(2)
    history.restart(7)
    expect([history.now, history.canUndo, history.canRedo]).toEqual([7, false, false])
  })
})
