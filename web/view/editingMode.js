import { catalogue } from "../messages/localize.js";
import { rememberPreferences, rememberedPreferences } from "../settings/preferences.js";

/** Whether what the person types into names is seen at once, or is a draft until it is saved. */
export class EditingMode {
  isDraft = rememberedPreferences().draftsNames;

  /** @returns {import("./settings/settingsDialog.js").Choice} */
  get choice() {
    return {
      title: catalogue.text("nameEditing"),
      name: "name-editing",
      chosen: this.isDraft ? "draft" : "live",
      options: ["live", "draft"].map((value) => ({ value, text: catalogue.text(`nameEditing.${value}`) })),
      choose: (value) => {
        this.isDraft = value === "draft";
        return rememberPreferences({ draftsNames: this.isDraft });
      },
    };
  }
}
