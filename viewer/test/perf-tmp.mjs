import { openPage } from "./browser/harness.mjs";
import { readFileSync, readdirSync } from "node:fs";
const s = await openPage(process.argv[2], {width:1280,height:800});
function cpu() { const out={}; for (const p of readdirSync("/proc")) { if(!/^\d+$/.test(p)) continue; try { const c=readFileSync(`/proc/${p}/cmdline","utf8"`.replace('","utf8"','')).toString(); if(!c.includes("chromium")) continue; const m=c.match(/--type=([a-z-]+)/); const f=readFileSync(`/proc/${p}/stat`).toString().split(") ")[1].split(" "); const t=(+f[11]+ +f[12])*10; out[m?m[1]:"browser"]=(out[m?m[1]:"browser"]??0)+t; } catch{} } return out; }
for (const f of s.faults) console.log(f);
if (process.argv[3]) await s.page.evaluate(`(async(app)=>{${process.argv[3]}})(wend)`);
await s.app(app=>{app.player.setSpeed(100); app.play();});
const a=cpu();
const r = await s.page.evaluate(async()=>{const a=wend; const f0=a.view.frames, s0=a.run.frame.step,t0=performance.now(); await new Promise(r=>setTimeout(r,5000)); const t=(performance.now()-t0)/1000; return {fps:(a.view.frames-f0)/t, frames:a.view.frames-f0, steps:a.run.frame.step-s0, sps:(a.run.frame.step-s0)/t, cost:a.player.clock.stepCost, tick:a.player.clock.tickTime}});
const b=cpu(); console.log(r); for(const k in b) console.log(k, "cpu ms per frame", ((b[k]-(a[k]??0))/r.frames).toFixed(1));
await s.close();
