import { defineConfig } from 'vitest/config'

// Tests run one after the other: each continues with the installation of the previous one.
export default defineConfig({
  test: { name: 'install', include: ['*.test.mjs'], testTimeout: 120_000, hookTimeout: 240_000 },
})
