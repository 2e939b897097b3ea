import { defineConfig } from 'vitest/config'

// Run by `npm run test:containers` alone: it needs the stack that this brings up.
export default defineConfig({
  test: { name: 'containers', include: ['*.test.mjs'], testTimeout: 300_000, hookTimeout: 300_000 },
})
