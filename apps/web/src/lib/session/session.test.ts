import { beforeEach, describe, expect, it } from 'vitest'
import { createSession } from './session.ts'

const record = { AccessToken: 'tok_1', userName: 'm.okafor', sessionId: 's-1' }

describe('the session', () => {
  beforeEach(() => localStorage.clear())

  it('stores the three values under the names of the specification', () => {
    createSession(localStorage).start(record)
    expect(localStorage.getItem('AccessToken')).toBe('tok_1')
    expect(localStorage.getItem('userName')).toBe('m.okafor')
    expect(localStorage.getItem('sessionId')).toBe('s-1')
  })

  it('sends bearer, page, session and user with a token, and no headers without one', () => {
    const session = createSession(localStorage)
    expect(session.headers('/devices')).toEqual({})
    session.start({ ...record, userName: 'Tomás' })
    expect(session.headers('/devices')).toEqual({
      authorization: 'Bearer tok_1',
      pageRoute: '/devices',
      sessionId: 's-1',
      userName: 'Tom%C3%A1s',
    })
  })

  it('stores the rotated token and leaves the rest unchanged', () => {
    const session = createSession(localStorage)
    session.start(record)
    session.rotate('tok_2_tok_1')
    expect(session.read()).toEqual({ ...record, AccessToken: 'tok_2' })
    session.rotate('tok_3_tok_1')
    expect(session.read()?.AccessToken).toBe('tok_2')
  })

  it('removes all three values when it ends and notifies its listeners', () => {
    const session = createSession(localStorage)
    session.start(record)
    let notifications = 0
    session.subscribe(() => {
      notifications += 1
    })
    session.end()
    expect(notifications).toBe(1)
    expect(session.read()).toBeUndefined()
    expect(localStorage.length).toBe(0)
  })
})
