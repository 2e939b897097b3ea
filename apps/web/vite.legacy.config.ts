import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { antdParts } from './build/antd-parts.ts'
import { codeLayers, modulesWithoutEffects } from './build/code-layers.ts'
import { importByScript } from './build/import-by-script.ts'
import { legacyCss } from './build/legacy-css.ts'

const OLDEST = ['chrome70', 'firefox60']

/**
 * The console for the oldest supported browsers. It is built first, because the other build's page names its files. A
 * browser runs only one of the builds.
 */
export default defineConfig({
  base: '/',
  plugins: [react(), antdParts(), importByScript()],
  css: { postcss: { plugins: [legacyCss()] } },
  publicDir: false,
  build: {
    manifest: '.vite/manifest-legacy.json',
    assetsDir: 'assets/legacy',
    target: OLDEST,
    cssTarget: OLDEST,
    modulePreload: false,
    sourcemap: false,
    rolldownOptions: {
      treeshake: modulesWithoutEffects,
      input: 'src/legacy/main-legacy.tsx',
      output: {
        codeSplitting: {
          groups: [{ name: codeLayers(), debugName: 'layers', includeDependenciesRecursively: false }],
        },
      },
    },
  },
})
