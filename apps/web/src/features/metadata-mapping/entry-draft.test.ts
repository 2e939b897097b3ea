import { expect, test } from 'vitest'
import {
  changesOf,
  draftErrors,
  draftOf,
  type EntryDraft,
  emptyRow,
  fieldOfPath,
  lostOptions,
} from './entry-draft.ts'

const stored = draftOf({
  Alias: 'Battery',
  Model: 'Fields.BatteryLevel.Level',
  tableKey: 'BatteryLevel',
  filterFlag: '1',
  inputType: 'select',
  Options: { LEVEL_1: { alias: 'Critical' }, LEVEL_2: { alias: 'Low' } },
})
const draft = (more: Partial<EntryDraft>): EntryDraft => ({ ...stored, ...more })
const row = (code: string, alias: string) => ({ ...emptyRow(), code, alias })
const PATH = 'Equipment.BatteryLevel'

test('only changes are sent, each member by its path', () => {
  expect(changesOf(PATH, stored, stored)).toEqual({})
  const [first] = stored.options
  const options = [{ ...first!, alias: ' Empty ' }, row('LEVEL_9', 'Ninth'), emptyRow()]
  expect(changesOf(PATH, stored, draft({ Alias: 'Charge ', filterFlag: false, options }))).toEqual({
    [`${PATH}.Alias`]: 'Charge',
    [`${PATH}.filterFlag`]: '0',
    [`${PATH}.Options.LEVEL_2`]: null,
    [`${PATH}.Options.LEVEL_1.alias`]: 'Empty',
    [`${PATH}.Options.LEVEL_9.alias`]: 'Ninth',
  })
})

test('the input type removes all options, and reports which', () => {
  const input = draft({ inputType: 'input', options: [] })
  expect(changesOf(PATH, stored, input)).toEqual({ [`${PATH}.inputType`]: 'input' })
  expect(lostOptions(stored, input).map(({ code }) => code)).toEqual(['LEVEL_1', 'LEVEL_2'])
  expect(lostOptions(stored, draft({ options: [emptyRow()] }))).toHaveLength(2)
  expect(lostOptions(stored, draft({ inputType: 'multiple' }))).toEqual([])
})

test.each<[keyof EntryDraft, Partial<EntryDraft>]>([
  ['Alias', { Alias: ' ' }],
  ['Model', { Model: 'AssetStatus' }],
  ['Model', { Model: 'Fields.a b' }],
  ['tableKey', { tableKey: '1st' }],
  ['options', { options: [row('A', '')] }],
  ['options', { options: [row('', 'a')] }],
  ['options', { options: [row('a.b', 'a')] }],
  ['options', { options: [row('A', 'a'), row('A', 'b')] }],
])('%s is marked when it cannot be saved', (field, more) => {
  const wrong = Object.entries(draftErrors(stored, draft(more))).filter(([, error]) => error !== undefined)
  expect(wrong.map(([name]) => name)).toEqual([field])
})

test('options are not checked while the input type has none', () => {
  expect(
    draftErrors(stored, draft({ inputType: 'input', options: [row('a.b', '')] })).options,
  ).toBeUndefined()
})

test('a refusal is shown at the field of its path', () => {
  expect(fieldOfPath('query.Equipment.X.Model')).toBe('Model')
  expect(fieldOfPath('query.Equipment.X.Options.A.alias')).toBe('options')
  expect(fieldOfPath('id')).toBeUndefined()
})
