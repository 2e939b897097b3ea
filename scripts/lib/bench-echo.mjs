// The baseline for single posts: Express parses a JSON body and sends it back, and does nothing else.
import { createRequire } from 'node:module'
import { at } from './paths.mjs'

const express = createRequire(at('packages/service-kit/package.json'))('express')
const app = express()
app.disable('x-powered-by')
app.use(express.json())
app.post('/', (request, response) => {
  response.json(request.body)
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`ready on http://127.0.0.1:${server.address().port}`)
})
process.on('SIGTERM', () => process.exit(0))
