import "./styles/font.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { startLanguage } from "./i18n/index.svelte";
import { preferences } from "./state/preferences.svelte";

preferences.apply();
await startLanguage();
mount(App, { target: document.getElementById("app")! });
