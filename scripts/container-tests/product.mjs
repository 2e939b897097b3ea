// Started by the browser tests of `npm run test:containers` in place of a product of their own: brings up an empty installation in
// containers and prints how it is reached.
import { currentStack, INGEST_KEY } from './stack.mjs'

const stack = currentStack()
stack.startEmpty()
const { url, password } = stack
console.log(JSON.stringify({ url, username: 'admin', password, ingestKey: INGEST_KEY }))
