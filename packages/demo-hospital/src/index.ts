export type { DemoPrivilege, DemoUser } from './configuration/access.ts'
export type { DemoMetadataMapping, MetadataEntry, MetadataOption } from './configuration/metadata-mapping.ts'
export { PICTURED, type Pictured } from './drawing/category-names.ts'
export { renderCategoryImage, renderPlan } from './drawing/render.ts'
export {
  type CategoryImage,
  DEMO_SEED,
  type DemoHospital,
  type DemoHospitalOptions,
  demoHospital,
  sizeFor,
} from './hospital.ts'
export type { FloorPlan } from './plans/plan.types.ts'
export type { SeedReport } from './seeding/seed.ts'
export { type HospitalSeedOptions, seedOverHttp } from './seeding/seed-hospital.ts'
export { type EventBatch, type SimulatedHoursOptions, simulatedHours } from './simulation/simulated-hours.ts'
