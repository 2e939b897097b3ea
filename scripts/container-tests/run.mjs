// Runs the tests of the stack that `npm run test:containers` brought up. The last line is `N passed, N failed`.
import { runVitest } from '../lib/run-vitest.mjs'

await runVitest(['--root', 'scripts/container-tests'])
