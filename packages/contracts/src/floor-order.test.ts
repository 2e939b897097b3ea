import { expect, test } from 'vitest'
import { compareFloors, floorNumber, type NamedFloor } from './floor-order.ts'

test('a floor has the number that people count', () => {
  const numbers = Object.entries({
    'Floor 12': 12,
    'Level -1': -1,
    'Level 3 West': 3,
    '4th floor': 4,
    'Ground floor': 0,
    EG: 0,
    'Basement 2': -2,
    Basement: -1,
    UG1: -1,
    'Sótano 1': -1,
    B2: -2,
    'Building map': undefined,
    'Gynaecology ward': undefined,
  })
  expect(numbers.map(([name]) => [name, floorNumber(name)])).toEqual(numbers)
})

test('floors are sorted by building, then from the lowest to the highest', () => {
  const floor = (tower: string, name: string): NamedFloor => ({ place: ['Site', tower, name], name })
  const floors = [
    floor('Tower F', 'Floor 10'),
    floor('Tower G', 'Floor 1'),
    floor('Tower F', 'Roof garden'),
    floor('Tower F', 'Floor 2'),
    floor('Tower F', 'Basement 1'),
    floor('Tower F', 'Ground floor'),
    floor('Tower F', 'Basement 2'),
    floor('Tower F', 'Floor 1'),
  ]
  expect(floors.toSorted(compareFloors).map(({ place }) => place?.slice(1).join(' '))).toEqual([
    'Tower F Basement 2',
    'Tower F Basement 1',
    'Tower F Ground floor',
    'Tower F Floor 1',
    'Tower F Floor 2',
    'Tower F Floor 10',
    'Tower F Roof garden',
    'Tower G Floor 1',
  ])
})

test('maps without a place are sorted by their names', () => {
  const names = ['Floor 10', 'Alpha', 'Floor 9', 'Beta'].map((name) => ({ name }))
  expect(names.toSorted(compareFloors).map(({ name }) => name)).toEqual([
    'Floor 9',
    'Floor 10',
    'Alpha',
    'Beta',
  ])
})
