import { expect, it } from 'vitest'
import { createAdmission } from './admission.ts'

const overloaded = expect.objectContaining({ code: 'overloaded', retryAfter: 1 })

it('refuses what exceeds its limits and keeps earlier reservations', () => {
  const admission = createAdmission({ items: 10, bytes: 100, requests: 2 })
  const firstEntry = admission.enter('a', 0)
  firstEntry.addBytes(60)
  firstEntry.setItems(6)
  const two = admission.enter('a', 0)
  expect(() => two.addBytes(41)).toThrow(overloaded)
  expect(() => two.setItems(5)).toThrow(overloaded)
  expect(() => admission.enter('a', 0)).toThrow(overloaded)
  expect(admission.inFlight()).toEqual({ items: 6, bytes: 60, requests: 2 })
})

it('reserves nothing for the announced length, the usual items for arrived bytes, and the real items once counted', () => {
  const admission = createAdmission({ items: 100 })
  const announced = Array.from({ length: 3 }, () => admission.enter('a', 13_000))
  expect(admission.inFlight()).toEqual({ items: 0, bytes: 0, requests: 3 })
  const [firstEntry] = announced
  firstEntry?.addBytes(6_500)
  expect(admission.inFlight().items).toBe(50)
  firstEntry?.addBytes(6_500)
  expect(admission.inFlight()).toEqual({ items: 100, bytes: 13_000, requests: 3 })
  expect(() => admission.enter('a', 1)).toThrow(overloaded)
  firstEntry?.setItems(3)
  expect(admission.inFlight().items).toBe(3)
  expect(() => admission.enter('a', 98 * 130)).toThrow(overloaded)
  expect(() => admission.enter('a', 97 * 130)).not.toThrow()
})

it('admits one request of the largest size when no other is active', () => {
  const admission = createAdmission()
  const ticket = admission.enter('a', 8 * 1024 * 1024)
  ticket.addBytes(8 * 1024 * 1024)
  expect(() => ticket.setItems(5_000)).not.toThrow()
})

it('frees all reservations when tickets are released, even repeatedly', () => {
  const admission = createAdmission({ items: 10, bytes: 100, requests: 1 })
  const ticket = admission.enter('a', 500)
  ticket.addBytes(100)
  ticket.setItems(10)
  ticket.release()
  ticket.release()
  expect(admission.inFlight()).toEqual({ items: 0, bytes: 0, requests: 0 })
  expect(() => admission.enter('a', 0)).not.toThrow()
})

it('has room for one more sender, however many have reached their limit', () => {
  const admission = createAdmission({ items: 1_000, bytes: 10_000, requests: 100 })
  for (let n = 0; n < 6; n += 1)
    for (;;) {
      try {
        const permit = admission.enter(`greedy ${n}`, 0)
        permit.addBytes(100)
        permit.setItems(10)
      } catch {
        break
      }
    }
  const inFlight = admission.inFlight()
  expect(inFlight.requests).toBeGreaterThan(250)
  const secondPermit = admission.enter('another', 130)
  secondPermit.addBytes(130)
  expect(() => secondPermit.setItems(1)).not.toThrow()
})
