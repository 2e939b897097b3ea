import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { notFound } from '@wardtrack/service-kit'

const LIBRARY = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** Only files of the library that the page loads. */
const FROM_LIBRARY: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'css',
  'swagger-ui-bundle.js': 'js',
}

/** Returns the page without inline scripts, which the content security policy forbids. */
export function docsPage(base: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wardtrack calls</title>
<link rel="stylesheet" href="${base}/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="${base}/docs/swagger-ui-bundle.js"></script>
<script src="${base}/docs/start.js"></script>
</body>
</html>
`
}

/** Returns a file that the page loads. @throws ApiError 404 */
export async function docsFile(
  name: string,
  base: string,
): Promise<{ type: string; content: string | Buffer }> {
  if (name === 'start.js') return { type: 'js', content: startScript(base) }
  const type = Object.hasOwn(FROM_LIBRARY, name) ? FROM_LIBRARY[name] : undefined
  if (type === undefined) throw notFound()
  return { type, content: await readFile(join(LIBRARY, name)) }
}

function startScript(base: string): string {
  const options = { url: `${base}/openapi.json`, dom_id: '#docs', deepLinking: true, validatorUrl: null }
  return `window.SwaggerUIBundle(${JSON.stringify(options)})\n`
}
