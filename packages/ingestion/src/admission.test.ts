import { expect, it } from 'vitest'
import { createAdmission } from './admission.ts'

const overloaded = expect.objectContaining({ code: 'overloaded', retryAfter: 1 })

it('refuses what goes beyond its bounds and keeps what was taken before', () => {
  const admission = createAdmission({ items: 10, bytes: 100, requests: 2 })
  const one = admission.enter()
  one.addBytes(60)
  one.addItems(6)
  const two = admission.enter()
  expect(() => two.addBytes(41)).toThrow(overloaded)
  expect(() => two.addItems(5)).toThrow(overloaded)
  expect(() => admission.enter()).toThrow(overloaded)
  expect(admission.inFlight()).toEqual({ items: 6, bytes: 60, requests: 2 })
})

it('is told at the door when items are at their bound, before a body is read', () => {
  const admission = createAdmission({ items: 10 })
  admission.enter().addItems(10)
  expect(() => admission.enter()).toThrow(overloaded)
})

it('has all back when tickets leave, however often they do', () => {
  const admission = createAdmission({ items: 10, bytes: 100, requests: 1 })
  const ticket = admission.enter()
  ticket.addBytes(100)
  ticket.addItems(10)
  ticket.leave()
  ticket.leave()
  expect(admission.inFlight()).toEqual({ items: 0, bytes: 0, requests: 0 })
  expect(() => admission.enter()).not.toThrow()
})
