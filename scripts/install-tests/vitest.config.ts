import { defineConfig } from 'vitest/config'

// One after the other: each test goes on with the installation of the one before.
export default defineConfig({
  test: { name: 'install', include: ['*.test.mjs'], testTimeout: 120_000, hookTimeout: 240_000 },
})
