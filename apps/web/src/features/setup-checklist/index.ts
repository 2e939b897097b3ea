export { setupQuery } from './setup.query.ts'
export { SetupProgress, useOpenSetup } from './setup-checklist.tsx'
export { SetupReturn } from './setup-return.tsx'
