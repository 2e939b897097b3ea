import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { openPlaceCalls } from '../../testing/place-calls.ts'
import { addMissingDepths } from './index.ts'

const OPTIONS = 'location.getLocationOptionsByLevel'
const TITLES = 'location.getLocationTitle'
let hospital: TestHospital
let p: ReturnType<typeof openPlaceCalls>

beforeAll(async () => {
  hospital = await openHospital()
  p = openPlaceCalls(hospital)
  const paths = [
    ['Northfield', 'Annex', 'Floor 1', 'Pharmacy'],
    ['Southfield', 'Tower', 'Ground', 'Tower'],
    ['Southfield', 'Tower', 'Ground', 'Lab', 'Bench 2'],
    ['Ärztehaus'],
  ]
  await p.pushPlaces(paths.map((fullName, index) => ({ hierarchyId: `x${index}`, fullName })))
  await p.pushPlaces([
    { provider: 'cisco', hierarchyId: 'deep', fullName: ['Northfield', 'Campus', '3', '4', '5', '6', '7'] },
  ])
})
afterAll(() => hospital.close())

describe('the values of a level', () => {
  it.each([
    [{ Level_1: null }, 'Level_1', ['Northfield', 'Southfield', 'Ärztehaus']],
    [{ level: 'Level_1', parent: null }, 'Level_1', ['Northfield', 'Southfield', 'Ärztehaus']],
    [{ level: 'Level_2', parent: 'Northfield' }, 'Level_2', ['Annex', 'Tower']],
    [{ Level_1: 'Northfield' }, 'Level_2', ['Annex', 'Tower']],
    [{ level: 'Level_3', parent: 'Tower' }, 'Level_3', ['Floor 1', 'Floor 2', 'Ground']],
    [{ Level_2: 'Tower' }, 'Level_3', ['Floor 1', 'Floor 2', 'Ground']],
    [{ Level_1: 'Southfield', Level_2: 'Tower' }, 'Level_3', ['Ground']],
    [{ level: 'Level_3', parent: { Level_1: 'Southfield', Level_2: 'Tower' } }, 'Level_3', ['Ground']],
    [{ level: 'Level_4', parent: 'Floor 1' }, 'Level_4', ['ICU', 'Pharmacy']],
    [
      { level: 'Level_4', parent: { Level_1: 'Northfield', Level_2: 'Annex', Level_3: 'Floor 1' } },
      'Level_4',
      ['Pharmacy'],
    ],
    [{ level: 'Level_5' }, 'Level_5', ['Bench 2', 'Room 1']],
    [{ level: 'Level_4', parent: 'Nowhere' }, 'Level_4', []],
    [{ Level_5: 'Room 1' }, 'Level_6', []],
    [{ level: 'Level_99', parent: 'Room 1' }, 'Level_99', []],
  ])('%j returns internal values below the chosen ones', async (body, level, options) => {
    const res = await p.post(OPTIONS, body)
    expect(res.status).toBe(200)
    expect(res.body).toEqual({ level, options })
  })

  it.each([
    [{}, 'level'],
    [{ level: 'Building' }, 'level'],
    [{ level: 'Level_1', parent: 'x' }, 'parent'],
    [{ level: 'Level_3', parent: { Level_1: { $ne: 1 } } }, 'parent.Level_1'],
    [{ Level_1: ['a'] }, 'Level_1'],
    [[{ Level_1: null }], ''],
  ])('%j is 400 with its path', async (body, path) => {
    const res = await p.post(OPTIONS, body)
    expect(res.status).toBe(400)
    expect(res.body).toMatchObject({ code: 'validation', errors: [{ path }] })
  })

  it('are read from an index, which examines only the places below the chosen ones', async () => {
    const rooms = Array.from({ length: 5_000 }, (_, index) => ({
      hierarchyId: `many-${index}`,
      fullName: [
        'Large',
        `House ${index % 10}`,
        `Floor ${index % 100}`,
        `Unit ${index % 500}`,
        `Room ${index}`,
      ],
    }))
    await p.pushPlaces(rooms).expect(200)
    const chosenLevels = { Level_1: 'Large', Level_2: 'House 7', Level_3: 'Floor 17', Level_4: 'Unit 117' }
    const res = await p.post(OPTIONS, chosenLevels)
    expect(res.body.options).toEqual(
      [117, 617, 1117, 1617, 2117, 2617, 3117, 3617, 4117, 4617].map((n) => `Room ${n}`).sort(),
    )
    expect((await p.post(OPTIONS, { Level_1: 'Large' })).body.options).toHaveLength(10)
    const plan = await hospital.parts.db.driver.places
      .find({ provider: 'rtls', fullName: 'Unit 117', 'fullName.3': 'Unit 117' })
      .explain('executionStats')
    expect(plan['executionStats'].totalDocsExamined).toBeLessThanOrEqual(10)
    expect(JSON.stringify(plan['queryPlanner'].winningPlan)).toContain('IXSCAN')
    await hospital.parts.db.driver.places.deleteMany({ hierarchyId: /^many-/ })
  })
})

describe('the titles of the levels', () => {
  it('are numbers, one per level of the deepest place, until they are named', async () => {
    const res = await p.get(TITLES)
    expect(res.status).toBe(200)
    const numbered = {
      Level_1: 'Level 1',
      Level_2: 'Level 2',
      Level_3: 'Level 3',
      Level_4: 'Level 4',
      Level_5: 'Level 5',
    }
    expect(res.body).toEqual({ data: numbered })
    const Fields = { Level_1: 'Site', Level_3: 'Floor', Level_4: ' ', Level_9: 'Shelf', other: 'x' }
    const _id = 'location/titles'
    await hospital.parts.db.driver.settings.insertOne({ _id, Type: 'Location', SubType: 'Titles', Fields })
    const titles = await p.get(TITLES)
    await hospital.parts.db.driver.settings.deleteOne({ _id })
    expect(titles.body).toEqual({ data: { ...numbered, Level_1: 'Site', Level_3: 'Floor' } })
    expect(Object.keys(titles.body.data)).toEqual(Object.keys(numbered))
  })

  it('follow the hierarchy, including places stored before depths were added', async () => {
    await p.pushPlaces([{ hierarchyId: 'deeper', fullName: ['1', '2', '3', '4', '5', '6'] }])
    expect(Object.keys((await p.get(TITLES)).body.data)).toHaveLength(6)
    await hospital.parts.db.driver.places.updateMany({}, { $unset: { Depth: '' } })
    await addMissingDepths(hospital.parts.db)
    expect(Object.keys((await p.get(TITLES)).body.data)).toHaveLength(6)
    await p.pushPlaces([{ hierarchyId: 'deeper', fullName: ['1', '2'] }])
    expect(Object.keys((await p.get(TITLES)).body.data)).toHaveLength(5)
  })
})

it('requires a page that shows assets, places or reports', async () => {
  const nurse = await hospital.people.signIn({ username: 'nurse-2', pages: ['dashboard'] })
  const clerk = await hospital.people.signIn({ username: 'clerk', pages: ['custom-tags'] })
  expect((await p.get(TITLES, nurse)).status).toBe(200)
  expect((await p.post(OPTIONS, { Level_1: null }, nurse)).status).toBe(200)
  expect((await p.get(TITLES, clerk)).status).toBe(403)
  expect((await p.post(OPTIONS, { Level_1: null }, clerk)).status).toBe(403)
  expect((await p.get(TITLES, {})).status).toBe(401)
  expect((await p.post(OPTIONS, { Level_1: null }, {})).status).toBe(401)
})
