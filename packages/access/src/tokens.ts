import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'

/** Content of an access token: its user, its session, its own id and its issue time. */
export type TokenClaims = { userId: string; sessionId: string; tokenId: string; issuedAt: Date }

/** Signs and reads access tokens: HS256 only, with fixed issuer and audience. */
export type Tokens = {
  sign(claims: Omit<TokenClaims, 'issuedAt'>): string
  /** the claims; undefined unless the token is valid and from this installation */
  read(token: string): TokenClaims | undefined
  /** validity of a token, in milliseconds */
  lifeMs: number
}

const ISSUER = 'wardtrack'
const AUDIENCE = 'wardtrack-console'

/**
 * Creates the token signer.
 * @param lifeMs validity of a token in milliseconds (one hour)
 * @param now the clock, for tests
 */
export function createTokens(secret: string, lifeMs = 60 * 60_000, now: () => number = Date.now): Tokens {
  // A key object, not a text: for a text, the library first tries to parse a public key, which takes a millisecond.
  const key = createSecretKey(Buffer.from(secret))
  const seconds = (): number => Math.floor(now() / 1000)
  return {
    lifeMs,
    sign: ({ userId, sessionId, tokenId }) =>
      jwt.sign({ sid: sessionId, iat: seconds() }, key, {
        algorithm: 'HS256',
        issuer: ISSUER,
        audience: AUDIENCE,
        subject: userId,
        jwtid: tokenId,
        expiresIn: Math.ceil(lifeMs / 1000),
      }),
    read: (token) => {
      try {
        const read = jwt.verify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          clockTimestamp: seconds(),
        })
        if (typeof read === 'string' || typeof read['sid'] !== 'string' || !read.sub || !read.jti)
          return undefined
        return {
          userId: read.sub,
          sessionId: read['sid'],
          tokenId: read.jti,
          issuedAt: new Date((read.iat ?? 0) * 1000),
        }
      } catch {
        return undefined
      }
    },
  }
}
