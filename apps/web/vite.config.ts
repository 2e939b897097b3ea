import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { antdParts } from './build/antd-parts.ts'
import { codeLayers, modulesWithoutEffects } from './build/code-layers.ts'
import { legacyFiles } from './build/legacy-files.ts'

const server = process.env.WARDTRACK_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  // Hashed file names under /assets/app do not collide with the language file, whose path the specification fixes.
  base: '/',
  plugins: [react(), antdParts(), legacyFiles('dist')],
  build: {
    manifest: true,
    assetsDir: 'assets/app',
    sourcemap: false,
    target: 'es2022',
    // The legacy build, which runs first, has emptied the folder.
    emptyOutDir: false,
    rolldownOptions: {
      treeshake: modulesWithoutEffects,
      output: {
        codeSplitting: {
          groups: [{ name: codeLayers(), debugName: 'layers', includeDependenciesRecursively: false }],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/location/api', '/status/api', '/var', '/uploads'].map((path) => [path, { target: server }]),
    ),
  },
})
