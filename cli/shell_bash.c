/* Completion for bash: one function with a case for each command. It needs bash 4, but not the
 * package bash-completion. */
#include "cli/nouns.h"
#include "cli/plugins.h"
#include "cli/shells.h"

/* Words are offered if they begin with the typed text. Files are offered if they have the right
 * extension, with the folders that lead to them. A file to write is also offered as its stem with
 * each extension. */
static const char helpers[] =
    "_wend_words() {\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$*\" -- \"$current\")\n"
    "}\n"
    "\n"
    "_wend_folders() {\n"
    "    mapfile -t COMPREPLY < <(compgen -d -- \"$current\")\n"
    "}\n"
    "\n"
    "_wend_files() {\n"
    "    local ending\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    _wend_folders\n"
    "    [ $# -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
    "    for ending; do\n"
    "        mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY \\\n"
    "            < <(compgen -f -X \"!*$ending\" -- \"$current\")\n"
    "    done\n"
    "}\n"
    "\n"
    "_wend_output() {\n"
    "    local ending stem=$current found\n"
    "    _wend_files \"$@\"\n"
    "    found=${#COMPREPLY[@]}\n"
    "    [[ ${current##*/} != *.* ]] || stem=${current%.*}\n"
    "    [ \"$found\" -eq 0 ] && [ -n \"${stem##*/}\" ] || return 0\n"
    "    for ending; do\n"
    "        [[ $stem$ending != \"$current\"* ]] || COMPREPLY+=(\"$stem$ending\")\n"
    "    done\n"
    "}\n"
    "\n";

/* A value may follow "=", which bash treats as a word of its own. */
static const char head[] =
    "_wend() {\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
    "    local options\n"
    "    COMPREPLY=()\n"
    "    if [ \"$current\" = = ]; then\n"
    "        current=\n"
    "    elif [ \"$previous\" = = ] && [ \"$COMP_CWORD\" -gt 2 ]; then\n"
    "        previous=${COMP_WORDS[COMP_CWORD-2]}\n"
    "    fi\n";

static void put_noun(const noun *shown, FILE *stream) {
    static const char *const calls[] = {
        [NOUN_OTHER] = "return",         [NOUN_WORDS] = "_wend_words",
        [NOUN_FILES] = "_wend_files",    [NOUN_OUTPUT] = "_wend_output",
        [NOUN_FOLDER] = "_wend_folders",
    };
    fputs(calls[shown->kind], stream);
    for (uint32_t i = 0; i < shown->count; i++) {
        fprintf(stream, " %s", shown->items[i]);
    }
}

static void put_value(const wend_registry *registry, const option *shown, FILE *stream) {
    noun value;
    noun_read(registry, NULL, shown->value, &value);
    fprintf(stream, "        --%s", shown->name);
    if (shown->letter != 0) {
        fprintf(stream, "|-%c", shown->letter);
    }
    fputs(") ", stream);
    put_noun(&value, stream);
    fputs(value.kind == NOUN_OTHER ? " ;;\n" : "; return ;;\n", stream);
}

static void put_command(const wend_registry *registry, const command *shown, FILE *stream) {
    noun operand;
    noun_read(registry, shown, shown->operands, &operand);
    fprintf(stream, "    %s)\n        options='", shown->entry.name);
    for (uint32_t i = 0; i < shown->option_count; i++) {
        fprintf(stream, "--%s ", shown->options[i].name);
    }
    fprintf(stream, "--%s --help'\n        case $previous in\n", plugin_option.name);
    put_value(registry, &plugin_option, stream);
    for (uint32_t i = 0; i < shown->option_count; i++) {
        if (shown->options[i].value != NULL) {
            put_value(registry, &shown->options[i], stream);
        }
    }
    fputs("        esac\n        [[ $current == -* ]] || ", stream);
    put_noun(&operand, stream);
    fputs("\n        ;;\n", stream);
}

void shell_bash(const wend_registry *registry, FILE *stream) {
    uint32_t count = wend_registry_count(registry, WEND_KIND_COMMAND);
    fputs("# bash completion for wend; made by `wend completion bash`\n\n", stream);
    fputs(helpers, stream);
    fputs(head, stream);
    fputs("    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        _wend_words", stream);
    for (uint32_t i = 0; i < count; i++) {
        fprintf(stream, " %s", command_at(registry, i)->entry.name);
    }
    fputs(" --plugin --help --version\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n",
          stream);
    for (uint32_t i = 0; i < count; i++) {
        put_command(registry, command_at(registry, i), stream);
    }
    fputs("    *) return ;;\n    esac\n    [[ $current != -* ]] || _wend_words \"$options\"\n}\n\n"
          "complete -F _wend wend\n",
          stream);
}
