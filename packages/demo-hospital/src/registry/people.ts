import { seededRandom, seedFor } from '../random.ts'
import { FAMILY_NAMES, GIVEN_NAMES } from './names.ts'
import type { RegistryAsset } from './registry.types.ts'
import { centrakTag } from './tags.ts'

/** First tag number of clinicians, above the tag numbers of equipment in a hospital of any size. */
const CLINICIAN_TAGS = 0xc000
const PATIENT_TAGS = 0xe000
const TAG_SPACE = 0x2000

const ROLES = [
  { category: 'Nurse', suffix: 'RN', weight: 6 },
  { category: 'Physician', suffix: 'MD', weight: 3 },
  { category: 'Porter', suffix: '', weight: 1 },
] as const

const DUTY = ['On duty', 'On duty', 'On duty', 'On break', 'On call'] as const
const STAY = ['Admitted', 'Admitted', 'Admitted', 'In treatment', 'Awaiting discharge'] as const

/** Returns the n-th pair of names; pairs repeat only after all combinations are used. */
function nameOf(index: number, offset: number): { given: string; family: string } {
  const families = FAMILY_NAMES.length
  const family = FAMILY_NAMES[(index * 7 + offset) % families] ?? 'Strand'
  const given =
    GIVEN_NAMES[(index * 5 + Math.floor(index / families) + offset) % GIVEN_NAMES.length] ?? 'Anna'
  return { given, family }
}

function roleOf(index: number): (typeof ROLES)[number] {
  const total = ROLES.reduce((sum, role) => sum + role.weight, 0)
  let remaining = (index * 7) % total
  for (const role of ROLES) {
    if (remaining < role.weight) return role
    remaining -= role.weight
  }
  return ROLES[0]
}

export function clinicians(count: number, seed: number): RegistryAsset[] {
  return Array.from({ length: count }, (_, index) => {
    const random = seededRandom(seedFor(seed, 'clinician', index))
    const { given, family } = nameOf(index, 0)
    const role = roleOf(index)
    return {
      AssetType: 'Clinician',
      AssetId: `CL-${String(231 + index).padStart(4, '0')}`,
      AssetName: role.suffix ? `${given} ${family}, ${role.suffix}` : `${given} ${family}`,
      PrimaryCategory: role.category,
      Status: random.pick(DUTY),
      LocationTags: [centrakTag(CLINICIAN_TAGS + (index % TAG_SPACE), random)],
    }
  })
}

export function patients(count: number, seed: number): RegistryAsset[] {
  return Array.from({ length: count }, (_, index) => {
    const random = seededRandom(seedFor(seed, 'patient', index))
    const { given, family } = nameOf(index, 13)
    return {
      AssetType: 'Patient',
      AssetId: `PT-${90417 + index}`,
      AssetName: `${given.slice(0, 1)}. ${family}`,
      PrimaryCategory: index % 5 === 4 ? 'Outpatient' : 'Inpatient',
      Status: random.pick(STAY),
      LocationTags: [centrakTag(PATIENT_TAGS + (index % TAG_SPACE), random)],
    }
  })
}
