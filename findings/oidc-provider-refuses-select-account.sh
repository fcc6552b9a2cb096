#!/usr/bin/env bash
# oidc-provider 9.13.3 (npm).
# prompt=select_account is a value of OpenID Connect Core §3.1.2.1, and asks which account to use. As it comes, this
# provider refuses it: the browser is sent back at once with invalid_request, and nobody sees a page to sign in. Its
# discovery document does not say which values it takes.
# What to do: in a client, repeat the request without `prompt` after invalid_request, or make it a setting. In this
# provider, add the prompt to `interactions.policy`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund oidc-provider@9.13.3

cat > see.mjs <<'JS'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import Provider, { interactionPolicy } from 'oidc-provider'

const client = { client_id: 'coffre', client_secret: 'essai', redirect_uris: ['https://coffre.example/back'] }
const start = async (more) => {
  const server = new Provider('http://127.0.0.1', { clients: [client], ...more }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, address: `http://127.0.0.1:${server.address().port}` }
}
const outcomeOf = async (provider, prompt) => {
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: client.redirect_uris[0],
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
  })
  const reply = await fetch(`${provider}/auth?${query}`, { redirect: 'manual' })
  const address = new URL(reply.headers.get('location'), provider)
  return address.searchParams.get('error') ?? address.pathname.split('/')[1]
}
const policy = interactionPolicy.base()
policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
const usual = await start({})
const extended = await start({ interactions: { policy } })
const seen = {
  'no prompt': await outcomeOf(usual.address, undefined),
  login: await outcomeOf(usual.address, 'login'),
  select_account: await outcomeOf(usual.address, 'select_account'),
  'select_account, in the policy': await outcomeOf(extended.address, 'select_account'),
}
const discovery = await (await fetch(`${usual.address}/.well-known/openid-configuration`)).json()
usual.server.close()
extended.server.close()
console.log(seen, 'prompt_values_supported:', discovery.prompt_values_supported)
assert.deepEqual(seen, {
  'no prompt': 'interaction',
  login: 'interaction',
  select_account: 'invalid_request',
  'select_account, in the policy': 'interaction',
})
assert.equal('prompt_values_supported' in discovery, false)
JS
node see.mjs 2> provider.log | grep -v NOTICE
