import { calls } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { EQUIPMENT_CATEGORIES } from './drawing/category-names.ts'
import { demoHospital, sizeFor } from './hospital.ts'
import { contains } from './plans/geometry.ts'
import { laneFences } from './registry/lane-fences.ts'
import { monitorMarks, providerPlaces } from './registry/provider-places.ts'
import { parsePlan } from './simulation/other-building.ts'
import { OTHER_PLAN } from './testing/other-plan.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')
const hospital = demoHospital({ today: TODAY })
const ofType = (type: string) => hospital.assets.filter((asset) => asset.AssetType === type)

describe('the registry', () => {
  it('contains 400 pieces of equipment in all nine categories, 120 patients and 80 clinicians', () => {
    expect(ofType('Equipment')).toHaveLength(400)
    expect(ofType('Patient')).toHaveLength(120)
    expect(ofType('Clinician')).toHaveLength(80)
    const categories = new Set(ofType('Equipment').map((asset) => asset.PrimaryCategory))
    expect([...categories].sort()).toEqual([...EQUIPMENT_CATEGORIES].sort())
  })

  it('contains Infusion Pump 0412 with its expected values', () => {
    const pump = hospital.assets.find((asset) => asset.AssetId === 'IP-0412')
    expect(pump).toMatchObject({ AssetName: 'Infusion Pump 0412', PrimaryCategory: 'Large volume pump' })
    expect(pump?.SerialNo).toMatch(/^LVP-\d\d-084412$/)
    expect(pump?.LastService).toMatch(/^2026-\d\d-\d\d$/)
  })

  it('gives every asset a unique id and unique tags, exactly one of them primary', () => {
    expect(new Set(hospital.assets.map((asset) => asset.AssetId)).size).toBe(600)
    const tags = hospital.assets.flatMap((asset) => asset.LocationTags)
    expect(new Set(tags.map((tag) => `${tag.Provider} ${tag.TagId}`)).size).toBe(tags.length)
    for (const asset of hospital.assets)
      expect(asset.LocationTags.filter((tag) => tag.IsPrimary)).toHaveLength(1)
    for (const tag of tags)
      expect(tag.TagId).toMatch(
        tag.Provider === 'centrak' ? /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/ : /^[0-9A-F]{12}$/,
      )
  })

  it('is the same for the same seed, and differs for another', () => {
    expect(demoHospital({ today: TODAY }).assets).toEqual(hospital.assets)
    expect(demoHospital({ today: TODAY, seed: 5 }).assets).not.toEqual(hospital.assets)
  })

  it('keeps the assets of the demo in a larger hospital', () => {
    const larger = demoHospital({ today: TODAY, size: sizeFor(2000) })
    expect(larger.assets).toHaveLength(2000)
    const serials = new Map(larger.assets.map((asset) => [asset.AssetId, asset]))
    expect(serials.size).toBe(2000)
    for (const asset of hospital.assets) expect(serials.get(asset.AssetId)).toEqual(asset)
  })

  it('links only existing assets: equipment to patients and clinicians, clinicians to patients', () => {
    const known = new Set(hospital.assets.map((asset) => `${asset.AssetType}:${asset.AssetId}`))
    for (const { from, to } of hospital.associations) {
      expect(known.has(`${from.AssetType}:${from.AssetId}`)).toBe(true)
      expect(known.has(`${to.AssetType}:${to.AssetId}`)).toBe(true)
      expect(`${from.AssetType}-${to.AssetType}`).toMatch(
        /^(Equipment-Patient|Equipment-Clinician|Clinician-Patient)$/,
      )
    }
    expect(hospital.associations.filter(({ to }) => to.AssetType === 'Patient').length).toBeGreaterThan(150)
  })
})

describe('the hierarchy', () => {
  it('lists parents before children, down to five levels, with unique paths and ids', () => {
    const paths = hospital.hierarchies.map((place) => place.fullName.join('>'))
    expect(new Set(paths).size).toBe(paths.length)
    expect(new Set(hospital.hierarchies.map((place) => place.hierarchyId)).size).toBe(paths.length)
    const orphans = hospital.hierarchies.filter(
      ({ fullName }, index) =>
        fullName.length > 1 && !paths.slice(0, index).includes(fullName.slice(0, -1).join('>')),
    )
    expect(orphans).toEqual([])
    expect(paths).toContain('Northfield General>Tower A>Level 3>ICU West>Room 3.07')
    expect(Math.max(...hospital.hierarchies.map((place) => place.fullName.length))).toBe(5)
  })

  it('places every floor, unit and room on its floor’s map, in metres', () => {
    for (const place of hospital.hierarchies.filter(({ fullName }) => fullName.length >= 3))
      expect(place.map).toMatchObject({ xDimension: 64, yDimension: 40 })
  })

  it('has the outline of every room on its map, in metres', () => {
    const outlines = new Map(hospital.hierarchies.map(({ hierarchyId, outline }) => [hierarchyId, outline]))
    for (const plan of hospital.plans)
      for (const { hierarchyId, x, y, w, h } of plan.levels.flatMap(({ rooms }) => rooms)) {
        const outline = outlines.get(hierarchyId)
        expect(outline?.unit).toBe('m')
        for (const [metres, pixels] of [
          [outline?.x, x],
          [outline?.y, y],
          [outline?.w, w],
          [outline?.h, h],
        ])
          expect((metres ?? 0) / plan.metresPerPixel).toBeCloseTo(pixels ?? 0, 2)
      }
  })
})

describe('home locations', () => {
  it('give every piece of equipment a place of the hierarchy', () => {
    const paths = new Set(hospital.hierarchies.map((place) => place.fullName.join('>')))
    expect(hospital.homeLocations.map((home) => home.AssetId)).toEqual(
      ofType('Equipment').map((asset) => asset.AssetId),
    )
    for (const home of hospital.homeLocations) expect(paths.has(home.level.join('>'))).toBe(true)
  })
})

describe('the metadata mapping', () => {
  it('has a picture for every equipment category, and only existing pictures', () => {
    const options = hospital.metadataMapping.Equipment.PrimaryCategory?.Options ?? {}
    expect(Object.keys(options)).toEqual([...EQUIPMENT_CATEGORIES])
    const drawn = new Set(hospital.images.map((image) => image.path))
    for (const option of Object.values(options)) expect(drawn.has(option.image ?? '')).toBe(true)
    expect(drawn.size).toBe(11)
  })

  it('uses the status words of the design', () => {
    const words = (entry: string) =>
      Object.entries(hospital.metadataMapping.Equipment[entry]?.Options ?? {}).map(
        ([k, o]) => `${k} ${o.alias}`,
      )
    expect(words('WifiStrength')).toEqual([
      'BAR_ONE Very weak',
      'BAR_TWO Weak',
      'BAR_THREE Fair',
      'BAR_FOUR Good',
      'BAR_FIVE Strong',
    ])
    expect(words('BatteryLevel')).toEqual([
      'LEVEL_1 Critical',
      'LEVEL_2 Low',
      'LEVEL_3 Medium',
      'LEVEL_4 Full',
    ])
    expect(words('DeviceStatus')).toEqual(['comm-status-online Online', 'comm-status-offline Offline'])
    expect(words('InfusionStatus')).toEqual([
      'pump-status-infusing Infusing',
      'pump-status--not-infusing Not infusing',
    ])
  })

  it('has each Model only once per type', () => {
    for (const type of ['Equipment', 'Clinician', 'Patient'] as const) {
      const models = Object.values(hospital.metadataMapping[type]).map((entry) => entry.Model)
      expect(new Set(models).size).toBe(models.length)
    }
  })
})

describe('the geofences', () => {
  it('are on every floor, inside its image, with unique names and a trigger', () => {
    const floors = new Map(hospital.plans.map((plan) => [plan.mapId, plan]))
    expect(new Set(hospital.fences.map(({ MapId }) => MapId))).toEqual(new Set(floors.keys()))
    expect(new Set(hospital.fences.map(({ Name, MapId }) => `${MapId} ${Name}`)).size).toBe(
      hospital.fences.length,
    )
    for (const { MapId, Coordinates: at, Name, ...fence } of hospital.fences) {
      const plan = floors.get(MapId)
      expect(Name.length).toBeGreaterThan(2)
      expect(at.w * at.h).toBeGreaterThan(0)
      expect(contains({ x: 0, y: 0, w: plan?.imageWidth ?? 0, h: plan?.imageHeight ?? 0 }, at)).toBe(true)
      expect(fence.EntryTrigger || fence.ExitTrigger).toBe(true)
      expect(['Restricted', 'Safe', 'Storage', 'Cleaning']).toContain(fence.Type)
    }
  })

  it('follow the walls of rooms around a corner', () => {
    const fence = hospital.fences.find(({ Name }) => Name === 'ICU drug store')
    expect(fence?.Coordinates.shape).toBe('polygon')
    expect(fence?.Coordinates.points).toHaveLength(6)
    expect(calls.addGeofence.shapes.body.safeParse(fence).success).toBe(true)
  })

  it('are also drawn in a building that only has lanes', () => {
    const plan = parsePlan(OTHER_PLAN)
    const fences = laneFences(plan, ({ name }) => `other-${name}`)
    expect(fences.length).toBeGreaterThan(0)
    for (const { Coordinates: at, MapId } of fences) {
      expect(plan.levels.map(({ name }) => `other-${name}`)).toContain(MapId)
      expect(at.x).toBeGreaterThanOrEqual(0)
      expect(at.x + at.w).toBeLessThanOrEqual(plan.imageWidth)
      expect(at.y + at.h).toBeLessThanOrEqual(plan.imageHeight)
    }
  })
})

describe('the locating systems', () => {
  it('have places that map to internal places, and monitors at corridor crossings', () => {
    const known = new Set(hospital.hierarchies.map(({ hierarchyId }) => hierarchyId))
    const places = providerPlaces(hospital.plans)
    for (const { standsFor } of places) expect(known).toContain(standsFor)
    expect(new Set(places.map(({ provider, standsFor }) => `${provider} ${standsFor}`)).size).toBe(
      places.length,
    )
    const marks = monitorMarks(hospital.plans)
    expect(new Set(marks.map(({ hierarchyId }) => hierarchyId)).size).toBe(marks.length)
    for (const { mapId, xCoordinate: x, yCoordinate: y, hierarchyId, provider } of marks) {
      expect(hierarchyId.startsWith(`${provider}-`)).toBe(true)
      const rooms = hospital.plans.find((plan) => plan.mapId === mapId)?.levels[0]?.rooms ?? []
      expect(rooms.find((room) => contains(room, { x, y }))?.kind).toBe('corridor')
    }
  })
})
