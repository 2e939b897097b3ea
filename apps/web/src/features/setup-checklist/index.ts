export { setupQuery } from './setup.query.ts'
export { SetupChecklist } from './setup-checklist.tsx'
export { SetupReturn } from './setup-return.tsx'
