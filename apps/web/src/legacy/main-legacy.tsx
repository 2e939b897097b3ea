import './import-by-script.ts'
import './polyfills.ts'
import { legacyLogicalPropertiesTransformer, StyleProvider } from '@ant-design/cssinjs'
import type { ReactNode } from 'react'
import { start } from '../start.tsx'

const transformers = [legacyLogicalPropertiesTransformer]

/** Provides antd's styles without `:where()` and logical properties, which these browsers do not know. */
const LegacyStyles = ({ children }: { readonly children: ReactNode }) => (
  <StyleProvider hashPriority="high" transformers={transformers}>
    {children}
  </StyleProvider>
)

start(LegacyStyles)
