import { box, corridor, door, floor, numbered, numberOnly, room, row, wideDoor } from '../layout-words.ts'
import { towerCore } from './tower-core.ts'

const OUTPATIENT = () => 'Outpatients'

/** Imaging, the laboratory, endoscopy and the outpatient clinic. */
export const towerALevel2 = floor('Tower A', 'Level 2', 'ng-a-l2', [
  ...towerCore({ west: 2, east: 62 }),
  corridor('West corridor', box(9.2, 8.8, 12, 30.4), ''),
  corridor('East corridor', box(52, 8.8, 54.8, 30.4), ''),
  room('Laboratory', 'clinical', 'laboratory', box(2, 2, 15, 8.8), [door('s', 11.6)]),
  room('MRI 1', 'clinical', 'mri', box(15, 2, 23, 8.8), [wideDoor('s', 6.6)], { unit: 'Imaging' }),
  room('MRI control', 'staff', 'control', box(23, 2, 27.4, 8.8), [door('s', 3.2)], { unit: 'Imaging' }),
  room('MRI 2', 'clinical', 'mri', box(27.4, 2, 35.4, 8.8), [wideDoor('s', 6.6)], { unit: 'Imaging' }),
  room('CT 1', 'clinical', 'ct', box(35.4, 2, 42.6, 8.8), [wideDoor('s', 5.8)], { unit: 'Imaging' }),
  room('CT control', 'staff', 'control', box(42.6, 2, 46.6, 8.8), [door('s', 2.8)], { unit: 'Imaging' }),
  room('CT 2', 'clinical', 'ct', box(46.6, 2, 53.8, 8.8), [wideDoor('s', 5.8)], { unit: 'Imaging' }),
  ...row({
    kind: 'clinical',
    fit: 'consult',
    area: box(2, 11.8, 9.2, 27.4),
    names: numbered('2', 1, 4),
    side: 'e',
    unitOf: OUTPATIENT,
    label: numberOnly,
  }),
  room('X-ray 1', 'clinical', 'xray', box(54.8, 11.8, 62, 17), [wideDoor('w', 3.8)], { unit: 'Imaging' }),
  room('X-ray 2', 'clinical', 'xray', box(54.8, 17, 62, 22.2), [wideDoor('w', 3.8)], { unit: 'Imaging' }),
  room('Fluoroscopy', 'clinical', 'ct', box(54.8, 22.2, 62, 27.4), [wideDoor('w', 3.8)], { unit: 'Imaging' }),
  room('Waiting', 'staff', 'waiting', box(12, 11.8, 24.8, 17.2), [wideDoor('n', 11)], {
    unit: 'Outpatients',
    label: 'Outpatients waiting',
  }),
  room('Reception', 'staff', 'reception', box(12, 17.2, 18, 22.2), [door('w', 3.8)], { unit: 'Outpatients' }),
  room('Phlebotomy', 'clinical', 'treatment', box(12, 22.2, 18, 27.4), [door('s', 4.8)], {
    unit: 'Outpatients',
  }),
  room('Treatment', 'clinical', 'treatment', box(18, 17.2, 24.8, 22.2), [door('e', 3.8)], {
    unit: 'Outpatients',
  }),
  room('Medicines', 'utility', 'medicines', box(18, 22.2, 24.8, 27.4), [door('e', 4)], {
    unit: 'Outpatients',
  }),
  room('Waiting', 'staff', 'waiting', box(39.2, 11.8, 52, 16.8), [wideDoor('n', 11)], {
    unit: 'Imaging',
    label: 'Imaging waiting',
  }),
  room('Ultrasound 1', 'clinical', 'ultrasound', box(45.4, 16.8, 52, 21.8), [door('e', 3.8)], {
    unit: 'Imaging',
  }),
  room('Ultrasound 2', 'clinical', 'ultrasound', box(39.2, 16.8, 45.4, 21.8), [door('w', 3.8)], {
    unit: 'Imaging',
  }),
  room('Equipment store 2', 'utility', 'store', box(39.2, 21.8, 46.4, 27.4), [wideDoor('s', 5.6)], {
    label: 'Equipment store',
  }),
  room('Reporting', 'staff', 'office', box(46.4, 21.8, 52, 27.4), [door('e', 4.4)], { unit: 'Imaging' }),
  ...row({
    kind: 'clinical',
    fit: 'consult',
    area: box(2, 30.4, 30, 36.4),
    names: numbered('2', 5, 11),
    side: 'n',
    unitOf: OUTPATIENT,
    label: numberOnly,
  }),
  room('Endoscopy 1', 'clinical', 'treatment', box(30, 30.4, 37, 38), [wideDoor('n', 5.4)], {
    unit: 'Endoscopy',
  }),
  room('Endoscopy 2', 'clinical', 'treatment', box(37, 30.4, 44, 38), [wideDoor('n', 5.4)], {
    unit: 'Endoscopy',
  }),
  room('Recovery', 'clinical', 'ward-two', box(44, 30.4, 52, 38), [wideDoor('n', 6.4)], {
    unit: 'Endoscopy',
  }),
  room('Scope wash', 'utility', 'dirty', box(52, 30.4, 57, 38), [door('n', 3.8)], { unit: 'Endoscopy' }),
  room('Staff room', 'staff', 'staff-room', box(57, 30.4, 62, 38), [door('n', 3.8)]),
])
