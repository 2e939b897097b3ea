import { defineConfig } from 'vitest/config'

// Used by `npm run test:containers` alone, which starts the required stack.
export default defineConfig({
  test: { name: 'containers', include: ['*.test.mjs'], testTimeout: 300_000, hookTimeout: 300_000 },
})
