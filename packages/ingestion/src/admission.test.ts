import { expect, it } from 'vitest'
import { createAdmission } from './admission.ts'

const overloaded = expect.objectContaining({ code: 'overloaded', retryAfter: 1 })

it('refuses what goes beyond its bounds and keeps what was taken before', () => {
  const admission = createAdmission({ items: 10, bytes: 100, requests: 2 })
  const one = admission.enter(0)
  one.addBytes(60)
  one.setItems(6)
  const two = admission.enter(0)
  expect(() => two.addBytes(41)).toThrow(overloaded)
  expect(() => two.setItems(5)).toThrow(overloaded)
  expect(() => admission.enter(0)).toThrow(overloaded)
  expect(admission.inFlight()).toEqual({ items: 6, bytes: 60, requests: 2 })
})

it('expects items by the length of a body, and counts the true ones when they are known', () => {
  const admission = createAdmission({ items: 100 })
  const one = admission.enter(13_000)
  expect(admission.inFlight().items).toBe(100)
  expect(() => admission.enter(1)).toThrow(overloaded)
  one.setItems(3)
  expect(admission.inFlight().items).toBe(3)
  expect(() => admission.enter(97 * 130)).not.toThrow()
})

it('admits one request of the largest size when nothing else is there', () => {
  const admission = createAdmission()
  const ticket = admission.enter(8 * 1024 * 1024)
  ticket.addBytes(8 * 1024 * 1024)
  expect(() => ticket.setItems(5_000)).not.toThrow()
})

it('has all back when tickets leave, however often they do', () => {
  const admission = createAdmission({ items: 10, bytes: 100, requests: 1 })
  const ticket = admission.enter(500)
  ticket.addBytes(100)
  ticket.setItems(10)
  ticket.release()
  ticket.release()
  expect(admission.inFlight()).toEqual({ items: 0, bytes: 0, requests: 0 })
  expect(() => admission.enter(0)).not.toThrow()
})
