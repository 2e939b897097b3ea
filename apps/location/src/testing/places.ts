import request from 'supertest'
import type { TestHospital } from './hospital.ts'

/** Calls about places, as a console makes them, and what is stored of them. */
export function placesOf(h: TestHospital) {
  const { db } = h.parts
  return {
    get: (path: string, headers = h.people.admin) => request(h.app).get(`/location/api/${path}`).set(headers),
    post: (path: string, body: unknown, headers = h.people.admin) =>
      request(h.app)
        .post(`/location/api/${path}`)
        .set(headers)
        .send(body as object),
    remove: (path: string, headers = h.people.admin) =>
      request(h.app).delete(`/location/api/${path}`).set(headers),
    /** pushes places of a provider, or of the internal hierarchy, with the key that has every scope */
    pushPlaces: (items: readonly object[]) =>
      request(h.app)
        .post('/location/api/ingest/hierarchies')
        .set(h.people.key)
        .send(items as object[]),
    stored: (hierarchyId: string, provider = 'rtls') => db.models.places.findOne({ provider, hierarchyId }),
    /** what `config.changed` tells while `work` goes on */
    changesDuring: async (work: () => PromiseLike<unknown>): Promise<string[]> => {
      const published: string[] = []
      const stop = h.parts.bus.subscribe('config.changed', ({ what }) => published.push(what))
      await work()
      stop()
      return published
    },
  }
}
