// Starts the GitHub emulator: node emulate.mjs MODULES PORT SEED. A line "reset" on stdin forgets everything.
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [modules, port, seed] = process.argv.slice(2)
const { createEmulator } = await import(pathToFileURL(`${modules}/emulate/dist/api.js`))
const github = await createEmulator({
  service: 'github',
  port: Number(port),
  baseUrl: `http://127.0.0.1:${port}`,
  seed: JSON.parse(seed),
})
console.log('ready')
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'reset') {
    await github.reset()
    console.log('ready')
  }
}
process.exit(0)
