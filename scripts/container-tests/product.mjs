// Starts an empty installation in containers for the browser tests of `npm run test:containers`, and prints its
// address.
import { currentStack, INGEST_KEY } from './stack.mjs'

const stack = currentStack()
stack.startEmpty()
const { url, password } = stack
console.log(JSON.stringify({ url, username: 'admin', password, ingestKey: INGEST_KEY }))
