/** Values of PrimaryCategory for equipment, in the order of filters. */
export const EQUIPMENT_CATEGORIES = [
  'Large volume pump',
  'PCA pump',
  'Syringe pump',
  'Ventilator',
  'Patient monitor',
  'Wheelchair',
  'Bed',
  'Ultrasound',
  'Defibrillator',
] as const

export type EquipmentCategory = (typeof EQUIPMENT_CATEGORIES)[number]

/** Names with a picture: the categories, and the two kinds of people. */
export const PICTURED = [...EQUIPMENT_CATEGORIES, 'Clinician', 'Patient'] as const

export type Pictured = (typeof PICTURED)[number]
