import request from 'supertest'
import type { TestHospital } from './open-hospital.ts'

/** Creates shortcuts for the console's calls about places, and for their stored data. */
export function openPlaceCalls(hospital: TestHospital) {
  const { db } = hospital.parts
  return {
    get: (path: string, headers = hospital.people.admin) =>
      request(hospital.app).get(`/location/api/${path}`).set(headers),
    post: (path: string, body: unknown, headers = hospital.people.admin) =>
      request(hospital.app)
        .post(`/location/api/${path}`)
        .set(headers)
        .send(body as object),
    remove: (path: string, headers = hospital.people.admin) =>
      request(hospital.app).delete(`/location/api/${path}`).set(headers),
    /** pushes places of a provider, or of the internal hierarchy, with the key that has every scope */
    pushPlaces: (items: readonly object[]) =>
      request(hospital.app)
        .post('/location/api/ingest/hierarchies')
        .set(hospital.people.key)
        .send(items as object[]),
    stored: (hierarchyId: string, provider = 'rtls') => db.models.places.findOne({ provider, hierarchyId }),
    /** returns the `config.changed` events during a change */
    changesDuring: async (change: () => PromiseLike<unknown>): Promise<string[]> => {
      const published: string[] = []
      const stop = hospital.parts.bus.subscribe('config.changed', ({ what }) => published.push(what))
      await change()
      stop()
      return published
    },
  }
}
